# SPDX-License-Identifier: MIT
"""What other packages give, made by basewalk: for those who move."""
