// Says what real Mermaid makes of each diagram: a line with the text as JSON in, a line of JSON out. That is `{"facts": …,
// "kind": …}` of a text that it accepts, and `{"error": …}` of one that it rejects.
//
// Runs in a folder with `node_modules` that hold the packages mermaid and dompurify. There is no browser here, so labels are
// not cleaned of HTML. The keys of the facts are those of our syntax trees (`diagram_get_ast`).

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import sanitizer from "dompurify";
import mermaid from "mermaid";

globalThis.window = { CSS: { supports: () => false } }; // the colours of boxes are asked for
Object.assign(sanitizer, { sanitize: (text) => text, addHook: () => {}, removeHook: () => {} });
// Mermaid loads a fresh database for most kinds only when it is read, and warns of much.
for (const name of ["log", "info", "debug", "warn", "error"]) console[name] = () => {};
mermaid.initialize({ logLevel: "fatal", maxEdges: 1_000_000 });

const entries = (map) => (map instanceof Map ? [...map.entries()] : Object.entries(map ?? {}));
const values = (map) => entries(map).map(([, value]) => value);
const words = (text) => (text ?? "").split(" ").filter((word) => word && word !== "default");

const flowchart = (db) => ({
  direction: db.getDirection(),
  vertices: values(db.getVertices()).map((node) => ({
    id: node.id,
    label: node.text ?? node.id,
    label_type: node.labelType,
    type: node.type,
    classes: node.classes,
    styles: node.styles,
    link: node.link,
    link_target: node.linkTarget,
    have_callback: node.haveCallback,
    icon: node.icon,
    img: node.img,
    form: node.form,
    pos: node.pos,
    constraint: node.constraint,
    w: node.assetWidth && Number(node.assetWidth),
    h: node.assetHeight && Number(node.assetHeight),
    props: node.props,
  })),
  edges: db.getEdges().map((edge) => ({
    id: edge.id,
    user_id: edge.isUserDefinedId,
    from: edge.start,
    to: edge.end,
    label: edge.text ?? "",
    type: edge.type,
    stroke: edge.stroke,
    length: edge.length,
    classes: edge.classes,
    style: edge.style,
    interpolate: edge.interpolate,
    animate: edge.animate,
    animation: edge.animation,
  })),
  subgraphs: db.getSubGraphs().map((group) => ({
    id: group.id,
    title: group.title,
    dir: group.dir,
    nodes: [...group.nodes].sort(),
    classes: group.classes,
  })),
  class_defs: values(db.getClasses()).map((one) => ({ id: one.id, styles: one.styles })),
});

// The messages of Mermaid are the events of a diagram in their order.
const sequence = (db) => {
  const names = Object.fromEntries(entries(db.LINETYPE).map(([name, number]) => [number, name]));
  const places = ["left_of", "right_of", "over"];
  return {
    actors: entries(db.getActors()).map(([id, actor]) => ({
      id,
      description: actor.description,
      type: actor.type,
      wrap: actor.wrap,
      links: actor.links,
      properties: actor.properties,
      box: db.getBoxes().findIndex((box) => box.actorKeys.includes(id)) + 1,
    })),
    boxes: db.getBoxes().map((box) => ({ actors: box.actorKeys, wrap: box.wrap })), // colours are a browser's
    stream: db
      .getMessages()
      .filter((one) => !names[one.type].startsWith("CENTRAL_CONNECTION"))
      .map((one) => {
        const name = names[one.type];
        const wrap = one.wrap ?? false;
        if (name === "NOTE") return ["note", places[one.placement], one.from, one.to, one.message, wrap];
        if (name.startsWith("ACTIVE_")) return [name, one.from];
        if (name === "AUTONUMBER") return [name];
        if (/_(START|END|ELSE|AND|OPTION)$/.test(name)) return [name, one.message ?? ""];
        const central = { 59: "to", 60: "from", 61: "both" }[one.centralConnection] ?? "";
        return ["message", one.from, one.to, one.message ?? "", name, wrap, central];
      }),
    created: entries(db.getCreatedActors()).map(([actor]) => ({ actor })),
    destroyed: entries(db.getDestroyedActors()).map(([actor]) => ({ actor })),
  };
};

const state = (db) => {
  const { nodes, edges } = db.getData();
  const isNote = (node) => ["note", "noteGroup"].includes(node.shape);
  const isReal = (node) => !isNote(node);
  const random = []; // ids of the last regions
  const idOf = (id) =>
    id?.replace(/^id-[a-z0-9]{6,}-\d+/, (found) => {
      if (!random.includes(found)) random.push(found);
      return `divider-last-${random.indexOf(found) + 1}`;
    });
  const notes = new Set(nodes.filter(isNote).map((node) => node.id));
  const groups = new Set(nodes.filter((node) => node.shape === "noteGroup").map((node) => node.id));
  return {
    direction: db.getDirection(),
    states: nodes.filter(isReal).map((node) => ({
      id: idOf(node.id),
      label: [node.label].map((text) => (text === node.id ? idOf(node.id) : text)).flat()[0] ?? "",
      descriptions: node.description,
      shape: node.shape,
      parent: groups.has(node.parentId) ? undefined : idOf(node.parentId),
      is_group: node.isGroup,
      dir: node.isGroup ? node.dir : undefined,
      classes: words(node.cssClasses).filter((name) => !name.startsWith("statediagram")),
      styles: node.cssStyles,
    })),
    transitions: edges
      .filter((edge) => !notes.has(edge.start) && !notes.has(edge.end))
      .map((edge) => ({ from: idOf(edge.start), to: idOf(edge.end), label: edge.label ?? "" })),
    notes: nodes.filter((node) => node.shape === "note").map((node) => ({ text: node.label, position: node.position })),
    class_defs: values(db.getClasses()).map((one) => ({ id: one.id, styles: one.styles })),
  };
};

const HEADS = { "-1": "none", 0: "aggregation", 1: "extension", 2: "composition", 3: "dependency", 4: "lollipop" };
const member = (one) => ({
  id: one.id,
  visibility: one.visibility,
  classifier: one.classifier,
  parameters: one.parameters,
  return_type: one.returnType,
});
const classes = (db) => ({
  direction: db.getDirection(),
  classes: values(db.getClasses()).map((one) => ({
    id: one.id,
    label: one.label,
    generic: one.type,
    annotations: one.annotations,
    members: one.members.map(member),
    methods: one.methods.map(member),
    css_classes: words(one.cssClasses),
    styles: one.styles,
    namespace: one.parent,
    link: one.link,
    link_target: one.linkTarget,
    have_callback: one.haveCallback,
    tooltip: one.tooltip,
  })),
  relations: db.getRelations().map((one) => ({
    id1: one.id1,
    id2: one.id2,
    type1: HEADS[relationEnd(one.relation.type1)],
    type2: HEADS[relationEnd(one.relation.type2)],
    line: one.relation.lineType === 0 ? "solid" : "dotted",
    title: one.title,
    card1: one.relationTitle1 === "none" ? "" : one.relationTitle1,
    card2: one.relationTitle2 === "none" ? "" : one.relationTitle2,
  })),
  notes: values(db.getNotes()).map((one) => ({ id: one.id, text: one.text, class: one.class, namespace: one.parent })),
  namespaces: values(db.getNamespaces()).map((one) => ({
    id: one.id,
    label: one.label,
    parent: one.parent,
    classes: [...one.classes.keys()],
  })),
  class_defs: values(db.getClasses && db.styleClasses).map((one) => ({ id: one.id, styles: one.styles })),
});
const relationEnd = (type) => (type === "none" ? -1 : type);

const er = (db) => ({
  direction: db.getDirection(),
  entities: entries(db.getEntities()).map(([name, one]) => ({
    name,
    alias: one.alias,
    attributes: one.attributes.map(({ type, name: own, keys, comment }) => ({ type, name: own, keys, comment })),
    classes: words(one.cssClasses),
    styles: one.cssStyles,
  })),
  relationships: db.getRelationships().map((one) => ({
    a: idOfEntity(db, one.entityA),
    b: idOfEntity(db, one.entityB),
    role: one.roleA,
    card_at_a: one.relSpec.cardB,
    card_at_b: one.relSpec.cardA,
    identifying: one.relSpec.relType === "IDENTIFYING" ? "yes" : "no",
  })),
  subgraphs: (db.getSubGraphs?.() ?? []).map((group) => ({
    id: group.id,
    title: group.title,
    dir: group.dir,
    // A statement without an entity gives its keyword to the list.
    nodes: group.nodes.filter((id) => db.getEntities().has(id) || isSubgraph(db, id)).sort(),
    classes: group.classes,
    styles: group.cssStyles,
  })),
  class_defs: values(db.getClasses()).map((one) => ({ id: one.id, styles: one.styles })),
});
const isSubgraph = (db, id) => db.getSubGraphs().some((group) => group.id === id);
const idOfEntity = (db, id) => entries(db.getEntities()).find(([, one]) => one.id === id)?.[0] ?? id;

const requirement = (db) => ({
  direction: db.getDirection(),
  requirements: values(db.getRequirements()).map((one) => ({
    name: one.name,
    type: one.type,
    id: one.requirementId,
    text: one.text ?? "",
    risk: one.risk,
    verify_method: one.verifyMethod,
    classes: one.classes.filter((name) => name !== "default"),
    styles: one.cssStyles,
  })),
  elements: values(db.getElements()).map((one) => ({
    name: one.name,
    type: one.type,
    doc_ref: one.docRef,
    classes: one.classes.filter((name) => name !== "default"),
    styles: one.cssStyles,
  })),
  relations: db.getRelationships().map((one) => ({ type: one.type, from: one.src, to: one.dst })),
});

const text = (value) => (typeof value === "object" && value ? text(value.text ?? "") : value); // a text or an argument
const c4 = (db) => ({
  shapes: db.getC4ShapeArray().map((one) => ({
    alias: one.alias,
    label: text(one.label),
    kind: text(one.typeC4Shape),
    techn: text(one.techn),
    descr: text(one.descr),
    boundary: one.parentBoundary === "global" ? "" : one.parentBoundary,
  })),
  boundaries: db
    .getBoundarys()
    .filter((one) => one.alias !== "global")
    .map((one) => ({
      alias: one.alias,
      label: text(one.label),
      parent: one.parentBoundary === "global" ? "" : one.parentBoundary,
    })),
  rels: db.getRels().map((one) => ({
    from: one.from,
    to: one.to,
    label: text(one.label),
    techn: text(one.techn),
    kind: one.type,
  })),
});

// The dates are computed only now, and not every chart that parses has dates.
const tasksOf = (db) => {
  try {
    return db.getTasks();
  } catch {
    return undefined;
  }
};
const gantt = (db) => ({
  date_format: db.getDateFormat().trim(),
  sections: [...new Set(db.getSections().map((label) => label.trim()))].map((label) => ({ label })),
  tasks: tasksOf(db)?.map((one) => ({
    id: one.id,
    label: one.task.trim(),
    section: one.section?.trim(),
    crit: one.crit,
    done: one.done,
    active: one.active,
    milestone: one.milestone,
  })),
});

// An id that the text does not give is random.
const gitgraph = (db) => {
  const ids = db.getCommitsArray().map((one) => one.id);
  return {
    direction: db.getDirection(),
    branches: db.getBranchesAsObjArray().map(({ name }) => name).sort(),
    commits: db.getCommitsArray().map((one) => ({
      id: one.id.replace(/^\d+-[0-9a-f]{7}$/, ""),
      branch: one.branch,
      type: ["NORMAL", "REVERSE", "HIGHLIGHT", "MERGE", "CHERRY_PICK"][one.type],
      tags: one.tags,
      parents: one.parents.map((id) => ids.indexOf(id)),
    })),
  };
};

const architecture = (db) => ({
  services: db.getServices().map((one) => ({ id: one.id, icon: one.icon, title: one.title, in: one.in })),
  junctions: db.getJunctions().map((one) => ({ id: one.id, in: one.in })),
  groups: db.getGroups().map((one) => ({ id: one.id, icon: one.icon, title: one.title, in: one.in })),
  edges: db.getEdges().map((one) => ({
    from: one.lhsId,
    from_dir: one.lhsDir,
    to: one.rhsId,
    to_dir: one.rhsDir,
    label: one.title ?? "",
  })),
});

const drawn = (blocks) => blocks.flatMap((one) => [one.id, ...drawn(one.children ?? [])]);
const block = (db) => ({
  nodes: db
    .getBlocksFlat()
    .filter((one) => one.id !== "root" && one.type !== "space" && drawn(db.getBlocks()).includes(one.id))
    .map((one) => ({
      id: /^id-[a-z0-9]+-\d+$/.test(one.id) ? "" : one.id,
      label: one.label ?? "",
      type: one.type,
      classes: one.classes,
      styles: one.styles,
    })),
  edges: db.getEdges().map((one) => ({
    from: one.start,
    to: one.end,
    label: one.label ?? "",
    arrow_start: one.arrowTypeStart || "arrow_open",
    arrow_end: one.arrowTypeEnd || "arrow_open",
  })),
});

const SHAPES = ["default", "rounded", "rect", "circle", "cloud", "bang", "hexagon"];
const mindmap = (db) => {
  const nodes = [];
  const add = (node, parent) => {
    nodes.push({
      id: node.nodeId.trim(),
      label: node.descr.trim(),
      shape: SHAPES[node.type],
      parent,
      icon: node.icon,
      classes: node.class?.split(/\s+/).filter(Boolean),
    });
    for (const child of node.children) add(child, node.nodeId.trim());
  };
  if (db.getMindmap()) add(db.getMindmap(), undefined);
  return { nodes };
};

const READERS = [
  [/^(flowchart|swimlane)/, "flowchart", flowchart],
  [/^sequence/, "sequence", sequence],
  [/^stateDiagram/, "state", state],
  [/^class/, "class", classes],
  [/^er$/, "er", er],
  [/^requirement/, "requirement", requirement],
  [/^c4$/, "c4", c4],
  [/^gantt/, "gantt", gantt],
  [/^gitGraph/, "gitgraph", gitgraph],
  [/^architecture/, "architecture", architecture],
  [/^block/, "block", block],
  [/^mindmap/, "mindmap", mindmap],
];

async function read(code) {
  const { diagramType } = await mermaid.parse(code); // sets the configuration of the text
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(code);
  const [, kind, reader] = READERS.find(([type]) => type.test(diagramType)) ?? [null, "other", () => null];
  try {
    return { type: diagramType, kind, facts: reader(db) };
  } catch (error) {
    return { type: diagramType, kind, facts: null, unreadable: String(error.stack).slice(0, 300) };
  }
}

const { version } = JSON.parse(readFileSync("node_modules/mermaid/package.json"));
process.stdout.write(`${JSON.stringify({ version })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const answer = await read(JSON.parse(line)).catch((error) => ({ error: String(error).slice(0, 300) }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
