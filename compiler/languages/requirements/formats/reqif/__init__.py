"""ReqIF: requirements as tools exchange them, in XML (`*.reqif`) or in archives of it (`*.reqifz`)."""
