"""`python -m harness`."""

import sys

from harness.run import main

sys.exit(main())
