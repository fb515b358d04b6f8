"""The memory pack: what agents learned, said and did, on which branch, and when.

A branch reads its own records and those of the branches it was forked from. Searches match any word of the query,
filter before they rank, and page last. Times are the records' own, in UTC. A record without a time lies in no range and
was known at no time.
"""
