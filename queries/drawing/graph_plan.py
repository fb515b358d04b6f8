"""The plan of a whole graph in pixels: which layout it has."""

from queries.drawing.framed_plan import BASE, STYLE, FramedPlan
from queries.drawing.graph_model import GraphModel
from queries.drawing.grid_plan import grid_plan
from queries.drawing.lane_plan import lane_plan
from queries.drawing.plan import Plan
from queries.drawing.time_plan import time_plan
from queries.drawing.upright_lanes import upright_lane_plan

FEET_BASE = 64  # between two layers where the ends of lines are crow's feet or have texts


def graph_plan(model: GraphModel) -> Plan:
    """Return the plan of a graph."""
    if model.boxes and all(box.times for box in model.boxes):
        return time_plan(model)
    if model.grids:
        return grid_plan(model)
    if model.lanes:
        return lane_plan(model) if model.direction in ("LR", "RL") else upright_lane_plan(model)
    ends_have_texts = any(connector.start_text or connector.end_text for connector in model.connectors)
    feet = ends_have_texts or any(
        "_" in head or head == "one" for connector in model.connectors for head in (connector.start, connector.end)
    )
    style = STYLE._replace(port_gap=44 if ends_have_texts else 26 if feet else 18)
    return FramedPlan(model, style, FEET_BASE if feet else BASE).whole()
