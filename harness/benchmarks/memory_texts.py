"""A plausible memory for the benchmark of retrieval.

`FACTS` and `ANSWERS` are the evidence, written by hand, each with a question in other words. `lines` mixes them with
thousands of facts and messages that are generated from the same vocabulary.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

import orjson

# fmt: off
# (a fact, a question of somebody who does not remember its words)
FACTS: tuple[tuple[str, str], ...] = (
    ("Departure times are kept in UTC and only turned into harbour time when a ticket is printed",
     "which timezone do we store departures in?"),
    ("The seat map must never be cached: two passengers once got the same berth because of it",
     "why is there no cache in front of the seats"),
    ("Refunds above 200 euros need a second pair of eyes in the back office",
     "who has to approve a large refund?"),
    ("Ingrid wants pull requests of less than 400 changed lines",
     "how big may a pull request be for Ingrid"),
    ("The payment provider retries its webhook for 72 hours, so handlers have to be idempotent",
     "what happens when our payment webhook handler is down over the weekend"),
    ("Fares for children end on the 15th birthday, not at the end of the year",
     "until what age does a child's fare apply?"),
    ("Postgres was preferred to MySQL since we need exclusion constraints on berths",
     "reason for choosing Postgres over other databases"),
    ("The staging cluster is rebuilt from scratch every Sunday night",
     "when does staging get wiped"),
    ("Tide tables come from the hydrographic office as fixed-width text in Latin-1",
     "encoding of the tide files we import"),
    ("A boarding pass barcode holds the booking number and a checksum modulo 97",
     "how is the checksum in boarding barcodes computed"),
    ("Vehicle lengths are rounded up to half a metre before the deck is planned",
     "rounding rule for car length on the deck"),
    ("The old SOAP gateway of the customs office is switched off at the end of March",
     "deadline for leaving the customs SOAP interface"),
    ("Mikko reported that Safari drops the session cookie when the site is opened from the mail",
     "browser bug where people lose their login after clicking a mail link"),
    ("Database migrations run before the new version starts and must work with the previous one",
     "may a migration break the running release?"),
    ("Log lines never contain passport numbers; the scrubber masks anything that looks like one",
     "are passports masked in the logs"),
    ("The weather feed falls back to the coast guard when the institute does not answer in 3 seconds",
     "what do we do if the weather institute is slow?"),
    ("Printing at the quay uses ESC/POS over a serial cable because the network there is unreliable",
     "how are the printers on the quay connected"),
    ("Group bookings begin at ten people and get a single invoice",
     "minimum number of people for a group booking"),
    ("Search results are sorted by departure first and price second, as travellers asked in the survey",
     "ordering of the search results and why"),
    ("Feature flags older than ninety days are deleted by a bot",
     "how long does a feature flag live?"),
    ("The mobile app signs every request with a key that rotates at midnight",
     "rotation of the signing key in the app"),
    ("Cancelling within an hour of booking is free of charge, even for saver fares",
     "can a saver fare be cancelled for free right after buying it?"),
    ("Load tests simulate the first Saturday of the school holidays",
     "which day do the load tests imitate"),
    ("The reporting job reads from the replica and may be up to five minutes behind",
     "how stale can a report be?"),
    ("Crew rosters are imported as iCalendar from the shipping company each morning at four",
     "where do the rosters of the crew come from"),
    ("Emails are sent through a queue with a dead letter box that Aino empties on Fridays",
     "who looks after mails that could not be delivered?"),
    ("We decided against GraphQL: the partners only speak REST and nobody would use it",
     "was GraphQL ever considered"),
    ("Ship names are unique, harbour names are not: there are two called Sandvik",
     "are names of harbours unique?"),
    ("An unpaid reservation is released after twenty minutes",
     "how soon does a reservation expire without payment"),
    ("Accessibility audits are done with a screen reader by an outside firm each spring",
     "how often is accessibility checked, and by whom"),
    ("The deck planner is a linear program solved with HiGHS; more than 300 vehicles take a minute",
     "what solver does deck planning use?"),
    ("Dogs travel free but count as a passenger for the lifeboats",
     "do pets count towards lifeboat capacity"),
    ("Currency amounts are integers of cents everywhere, floats broke the settlement in 2023",
     "why are there no floating point amounts of money"),
    ("The kiosk restarts itself at 3 a.m. to get rid of leaked memory",
     "workaround for the memory leak of the kiosk"),
    ("Only the captain's tablet may close a departure; the back office can merely ask for it",
     "who is allowed to close boarding for a departure?"),
    ("Translations live in Weblate and are pulled into the build every night",
     "how do translated texts get into a build"),
    ("TLS certificates of the harbour kiosks are renewed by hand since they have no route to the internet",
     "renewing certificates on kiosks"),
    ("Overbooking is limited to two percent and switched off for night ferries",
     "how much overbooking do we allow?"),
    ("The invoice number has no gaps because the tax office demands it",
     "legal requirement for numbering invoices"),
    ("Backups are restored into a scratch database every Wednesday to prove that they work",
     "do we ever test that a backup can be restored?"),
)

# (the message before, the answer that is the evidence, a later question about it)
ANSWERS: tuple[tuple[str, str, str], ...] = (
    ("Which port does the turnstile simulator listen on?", "It is 8443 since last week.",
     "port of the turnstile simulator"),
    ("Should the luggage label use Code 128 or QR?", "QR, the old scanners are gone.",
     "barcode type on luggage labels"),
    ("Where do I find the credentials for the coast radar?", "In the vault under maritime/radar, read only.",
     "where are the coast radar credentials stored?"),
    ("Can I drop the column legacy_fare?", "Not yet, the accountants query it at year's end.",
     "is the legacy_fare column still needed"),
    ("How many threads does the thumbnail worker want?", "Four; with eight it ran out of memory.",
     "number of threads for thumbnails"),
    ("Did the customer from Turku get an apology?", "Yes, Aino wrote to them and added a voucher.",
     "what did we do for the upset customer in Turku?"),
    ("Why does the build of the kiosk image take forever?", "It compiles Chromium each time; use the prebuilt package.",
     "how to make building kiosk images faster"),
    ("What is the retention of the gangway camera?", "Fourteen days, then it is overwritten.",
     "how long do we keep gangway camera recordings?"),
    ("Is there a limit on the size of an attachment?", "Ten megabytes, the proxy rejects more.",
     "largest attachment that can be uploaded"),
    ("Who owns the lighthouse dashboard now?", "Pekka took it over from the platform group.",
     "owner of the lighthouse dashboard"),
    ("What about the flaky test of the ice class calculator?", "It depends on the locale; I pinned it to Finnish.",
     "flaky ice class test, what was the cause"),
    ("Shall we bump the parser to version five?", "Wait for the fix of the quoting regression.",
     "what keeps us from upgrading the parser to 5?"),
    ("Does the harbour master accept PDF manifests?", "Only when they are signed electronically.",
     "requirements of the harbour master for manifests"),
    ("Which colour did marketing pick for cancelled sailings?", "The dark amber, red looked like an accident.",
     "colour that marks a sailing as cancelled"),
    ("How do I reproduce the crash with the car deck?", "Add a trailer longer than the lane and press undo twice.",
     "steps to reproduce the car deck crash"),
    ("Is the sandbox of the bank open on weekends?", "No, it sleeps from Friday evening until Monday.",
     "when is the sandbox of the bank unavailable?"),
    ("What was the outcome of the talk with the lawyers about consent?", "We need a separate tick box for newsletters.",
     "legal advice on newsletter consent"),
    ("Do we know why the buoy positions jump?", "The receiver mixes up degrees and minutes.",
     "explanation for jumping buoy positions"),
    ("Which of the two caches was dropped?", "Memcached went, Redis stayed.",
     "did we drop memcached or redis"),
    ("How is the dry dock reported in the timetable?", "As a sailing without seats, so that nothing else is planned.",
     "representation of a dry dock stay in timetables"),
    ("May I use the phone number as a key?", "Families share one, take the loyalty number.",
     "why phone numbers cannot identify a customer"),
    ("When will the new quay in Naantali open?", "They told us the second week of May.",
     "opening of the Naantali quay"),
    ("What does error E77 of the ramp controller mean?", "The hydraulic pressure sensor is unplugged.",
     "meaning of ramp controller error E77"),
    ("Who signs off the emergency drill data?", "The safety officer on shore, by fax still.",
     "approval of emergency drill records"),
    ("Is the discount for islanders applied before tax?", "After it, the county pays the difference.",
     "islander discount: before or after tax?"),
    ("Which library reads the passports at the gate?", "A vendored copy of mrz-tools with our patches.",
     "passport reading library we use"),
    ("Why did the night ferry show as full on Tuesday?", "The test booking of eighty people was never removed.",
     "reason the night ferry looked sold out"),
    ("How often may the partner call the availability endpoint?", "Six times a second for each key.",
     "rate limit of availability for partners"),
    ("Where does the anchor icon come from?", "I drew it, there is no licence to mind.",
     "licence of the anchor icon"),
    ("Do the cabins have their own VAT rate?", "Yes, nine percent instead of fourteen.",
     "VAT on cabins"),
)
WHO = ("Ingrid", "Mikko", "Aino", "Pekka", "Salla", "Timo", "the harbour master", "the back office", "marketing")
WHAT = (
    "the seat map", "the fare table", "the kiosk", "the ramp controller", "the timetable", "the boarding pass",
    "the weather feed", "the deck planner", "the payment webhook", "the crew roster", "the invoice",
    "the customs gateway",
    "the passport scanner", "the mail queue", "the staging cluster", "the reporting job", "the mobile app",
    "the refund",
    "the reservation", "the load test", "the backup", "the search page", "the session cookie", "the database migration",
    "the camera", "the dashboard", "the cabin", "the luggage label", "the group booking", "the night ferry",
)
DOES = (
    "was checked against", "depends on", "has to be shown beside", "is exported together with", "waits for",
    "was rewritten without", "is tested before", "failed twice because of", "should not know about", "is slower than",
    "will be moved behind", "shares its settings with", "is documented next to", "was blamed for",
    "takes its colours from",
)
WHEN = (
    "on Mondays", "since the spring release", "after the audit", "during the holidays", "when the harbour is closed",
    "until the next sprint", "at midnight", "for partners only", "in the test environment", "if the flag is on",
    "before a departure", "on the tablet", "in the last report", "for children and groups", "over the weekend",
)
ASKED = ("Is it true that", "Do we know why", "Who said that", "Can you check whether", "Since when is it that")
ANSWERED = (
    "Yes, {who} told me so.", "No, that was changed {when}.", "I looked it up: {what} {does} {other}.",
    "Only {when}, I think.", "{who} will look into it.", "Let me run the tests first.", "It is in the notes of {who}.",
)
# fmt: on

CATEGORIES = ("architecture", "decision", "bug_fix", "preference", "performance", "discovery")
BEGIN = datetime(2025, 1, 1, 8)
TURNS = 20  # of one conversation


def lines(facts: int, messages: int) -> str:
    """The text of a memory file with so many facts and messages. The ids of the evidence are `fact-N` and `said-N`."""
    random = Random(1_912)
    records = [*_facts(random, facts), *_messages(random, messages)]
    return "".join(f"{orjson.dumps(record).decode()}\n" for record in records)


def _facts(random: Random, count: int) -> Iterator[dict[str, Any]]:
    texts = [(f"fact-{number}", text) for number, (text, _) in enumerate(FACTS)]
    texts += [(f"other-{number}", _statement(random)) for number in range(count - len(FACTS))]
    random.shuffle(texts)
    for number, (id, text) in enumerate(texts):
        category = random.choice(CATEGORIES)
        yield {"type": "fact", "id": id, "text": text, "category": category, "branch": "main", "at": _at(number)}


def _messages(random: Random, count: int) -> Iterator[dict[str, Any]]:
    turns = [_turn(random, f"noise-{number}") for number in range((count - 2 * len(ANSWERS)) // 2)]
    turns += [((f"asked-{number}", asked), (f"said-{number}", said)) for number, (asked, said, _) in enumerate(ANSWERS)]
    random.shuffle(turns)
    for number, pair in enumerate(turns):
        conversation, place = divmod(2 * number, TURNS)
        if not place:
            title = f"Talk {conversation}"
            yield {"type": "conversation", "id": f"talk-{conversation}", "title": title, "at": _at(number)}
        for role, at, (id, content) in zip(("user", "assistant"), (0, 1), pair, strict=True):
            common = {"type": "message", "id": id, "conversation_id": f"talk-{conversation}", "role": role}
            yield {**common, "seq": place + at + 1, "content": content, "at": _at(2 * number + at)}


def _turn(random: Random, id: str) -> tuple[tuple[str, str], tuple[str, str]]:
    asked = f"{random.choice(ASKED)} {_statement(random)}?"
    said = random.choice(ANSWERED).format(
        who=random.choice(WHO),
        when=random.choice(WHEN),
        what=random.choice(WHAT),
        does=random.choice(DOES),
        other=random.choice(WHAT),
    )
    return (f"{id}-a", asked), (f"{id}-b", said)


def _statement(random: Random) -> str:
    what, other = random.sample(WHAT, 2)
    told = f"{what} {random.choice(DOES)} {other} {random.choice(WHEN)}"
    return f"{told}, says {random.choice(WHO)}" if random.random() < 0.4 else told


def _at(number: int) -> str:
    return (BEGIN + timedelta(minutes=7 * number)).strftime("%Y-%m-%dT%H:%M:%SZ")
