"""`python -m harness.wild`."""

import sys

from harness.wild.run import main

sys.exit(main())
