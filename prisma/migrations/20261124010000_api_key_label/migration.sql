-- What a key is for, in the operator's words: shown by `key list` and nowhere else.
alter table api_key add column label text;
alter table api_key add constraint api_key_label check (char_length(label) between 1 and 200);
