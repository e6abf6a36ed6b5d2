-- What a lot number looks like: two with the same skeleton differ only by case, white space, accents or by characters
-- that are hard to tell apart. A recall and a trace name the lots of a SKU whose numbers look like theirs.
--
-- The skeleton is that of Unicode Technical Standard 39 in short: compatibility forms are one (NFKD); what is not
-- seen and marks go; then Cyrillic and Greek letters become the Latin ones that they look like, whatever their case,
-- and dashes, quotes and slashes one each; last of all O is 0, and I, l and | are 1. It reads no locale, so it is
-- the same in every database.
create function lot_number_skeleton(text) returns text language sql immutable strict parallel safe
return translate(lower(translate(
  regexp_replace(
    normalize($1, nfkd) collate "C",
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u0300-\u036f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f'
    '\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u200f\u2028-\u202f\u205f-\u206f\u20d0-\u20ff\u2800\u3000\u3164'
    '\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]',
    '', 'g'),
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
