/**
 * Returns the one letter that reads show of a last name: its first, upper-case where the script has cases. Signs
 * before it do not count (`'t Hooft` is T), nor do letters that only modify others (`ʻŌlelo` is Ō). A letter with
 * accents that Unicode has no single character for loses them. Undefined where the name has no letter at all.
 */
export function lastInitial(lastName: string): string | undefined {
  const name = lastName.normalize('NFC');
  const letter = (/[\p{L}--\p{Lm}]/v.exec(name) ?? /\p{L}/u.exec(name))?.[0];
  if (letter === undefined) return undefined;
  const upper = letter.toUpperCase();
  // The upper case of some letters is several characters: ß is SS, and ŉ an apostrophe and N.
  return /\p{Lu}/u.exec(upper)?.[0] ?? letter;
}
