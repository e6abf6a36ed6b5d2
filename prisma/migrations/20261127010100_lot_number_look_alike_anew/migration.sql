-- Skeletons of before are in it, and the function gives some others now.
reindex index concurrently lot_number_look_alike;
