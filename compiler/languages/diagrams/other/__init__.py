"""The types of diagrams that are recognised and not read: gantt charts, mind maps, pie charts and so on."""
