"""Work in several processes: files are parsed and parts linked in forked copies of this one."""
