-- Unicode orders marks that follow one another. A character that is not seen keeps two marks apart, so the text is
-- normalized again once such characters are removed: before, two numbers that look the same could have two skeletons.
-- Some more of them are removed, so that these are all that Unicode calls ignorable by default. The next migration
-- builds the index of the skeletons anew.
create or replace function lot_number_skeleton(text) returns text language sql immutable strict parallel safe
return translate(lower(translate(
  normalize(regexp_replace(
    normalize($1, nfkd) collate "C",
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u0300-\u036f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f'
    '\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u200f\u2028-\u202f\u205f-\u206f\u20d0-\u20ff\u2800\u3000\u3164'
    '\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
    '\U000e0000-\U000e0fff]',
    '', 'g'), nfkd),
  -- Cyrillic, Greek, Latin with a stroke or without a dot, punctuation.
  'АаВвСсЕеНнІіЈјКкМмОоРрЅѕТтХхУу'
  'ԚԛԜԝԀԁҺһҮүѴѵӀӏЗз'
  'БГДЖИЛПФЦЧШЩЪЫЬЭЮЯЂЄЉЊЋЏ'
  'ΑαΒβΕεΖζΗηΙιΚκΜμΝνΟοΡρΤτΥυΧχ'
  'ΓΔΘΛΞΠΣςΦΨΩ'
  'ØøŁłĐđÐðıÆŒÞ'
  'ŊĦħŦŧƏҐҒӘӨ'
  '‐‒–—―−⁃‘’′⁄∕',
  'aabbcceehhiijjkkmmooppssttxxyy'
  'qqwwddhhyyvvii33'
  'бгджилпфцчшщъыьэюяђєљњћџ'
  'aabbeezzhhiikkmmnnooppttyyxx'
  'γδθλξπσσφψω'
  'oollddddiæœþ'
  'ŋhhttəґғәө'
  '-------''''''//'
)), 'oil|', '0111');
