"""Which number of a date such as `4/5/2020` is the day, where other dates of the same collection tell."""

from collections.abc import Iterable

from compiler.languages.knowledge.linking.items import Item


def settle_day_orders(items: Iterable[Item]) -> None:
    """Read the dates of decisions that may begin with the day or with the month as those of their collection do that
    can be read in one way only. If these differ or there is none, the day comes first. `native` says what was settled
    as `day_order`."""
    collections: dict[int, list[Item]] = {}
    for item in items:
        if item.type == "decision" and any(item.record.times.orders):
            collections.setdefault(item.group.order, []).append(item)
    for members in collections.values():
        told = {order for item in members for order in item.record.times.orders} - {"", "either"}
        for item in members if len(told) == 1 else ():
            times = item.record.times
            if "either" in times.orders:
                (item.native["day_order"],) = told
                if told == {"month first"}:
                    item.record = item.record._replace(times=times.with_month_first())
