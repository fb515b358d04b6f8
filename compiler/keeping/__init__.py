"""What is kept between runs, in the cache directory of the user: units, snapshots, and what names them."""
