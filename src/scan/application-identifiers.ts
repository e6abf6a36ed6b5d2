// The GS1 application identifiers (GS1 General Specifications, section 3.2), as the GS1 Barcode Syntax Dictionary of
// 2026-01-27 lists them. An identifier outside this table is not read, because the length of its value, and so the
// start of the next identifier, would be a guess. A later release is compared with the table.

export interface ApplicationIdentifier {
  readonly number: string;
  /** The length of the value when it ends without a separator (section 7.8.5); else undefined. */
  readonly predefinedLength: number | undefined;
  /** The length of the value where its format has only one, which still ends at a separator. */
  readonly exactLength: number | undefined;
  /** The format of the value: its characters and its length. */
  readonly fits: RegExp;
  /** How many digits, counted from the beginning of the value, end in a check digit. */
  readonly checkedDigits: number | undefined;
  /** Whether the value is a date, YYMMDD. */
  readonly isDate: boolean;
}

/**
 * Numbers, or ranges of them, with their formats. N is digits, X the character set 82, Y the set 39, Z the
 * set 64 (section 7.11); `N6` is exactly six, `X..20` one to twenty, `[...]` may be absent. `*` marks a
 * predefined length, `!` a component that ends in a check digit, `@` a date of the form YYMMDD. Entries are
 * set apart by two spaces.
 */
const TABLE = `
00 *N18!            01 *N14!            02 *N14!            03 *N14!
10 X..20            11-13 *N6@          15-17 *N6@          20 *N2
21 X..20            22 X..20            235 X..28           240-241 X..30
242 N..6            243 X..20           250-251 X..30       253 N13! [X..17]
254 X..20           255 N13! [N..12]    30 N..8             37 N..8
3100-3105 *N6       3110-3115 *N6       3120-3125 *N6       3130-3135 *N6
3140-3145 *N6       3150-3155 *N6       3160-3165 *N6       3200-3205 *N6
3210-3215 *N6       3220-3225 *N6       3230-3235 *N6       3240-3245 *N6
3250-3255 *N6       3260-3265 *N6       3270-3275 *N6       3280-3285 *N6
3290-3295 *N6       3300-3305 *N6       3310-3315 *N6       3320-3325 *N6
3330-3335 *N6       3340-3345 *N6       3350-3355 *N6       3360-3365 *N6
3370-3375 *N6       3400-3405 *N6       3410-3415 *N6       3420-3425 *N6
3430-3435 *N6       3440-3445 *N6       3450-3455 *N6       3460-3465 *N6
3470-3475 *N6       3480-3485 *N6       3490-3495 *N6       3500-3505 *N6
3510-3515 *N6       3520-3525 *N6       3530-3535 *N6       3540-3545 *N6
3550-3555 *N6       3560-3565 *N6       3570-3575 *N6       3600-3605 *N6
3610-3615 *N6       3620-3625 *N6       3630-3635 *N6       3640-3645 *N6
3650-3655 *N6       3660-3665 *N6       3670-3675 *N6       3680-3685 *N6
3690-3695 *N6       3900-3909 N..15     3910-3919 N3 N..15  3920-3929 N..15
3930-3939 N3 N..15  3940-3943 N4        3950-3955 N6
400-401 X..30       402 N17!            403 X..30           410-417 *N13!
420 X..20           421 N3 X..9         422 N3              424 N3
423 N3 [N3] [N3] [N3] [N3]              425 N3 [N3] [N3] [N3] [N3]
426 N3              427 X..3
4300-4301 X..35     4302-4306 X..70     4307 X2             4308 X..30
4309 N20            4310-4311 X..35     4312-4316 X..70     4317 X2
4318 X..20          4319 X..30          4320 X..35          4321-4323 N1
4324-4325 N10       4326 N6             4330-4333 N6 [X1]
7001 N13            7002 X..30          7003 N10            7004 N..4
7005 X..12          7006 N6             7007 N6 [N6]        7008 X..3
7009 X..10          7010 X..2           7011 N6 [N4]        7020-7022 X..20
7023 X..30          7030-7039 N3 X..27  7040 N1 X3          7041 X..4
710-717 X..20       7230-7239 X2 X..28  7240 X..20          7241 N2
7242 X..25          7250 N8             7251 N12            7252 N1
7253-7254 X..40     7255 X..10          7256 X..90          7257 X..70
7258 X3             7259 X..40
8001 N14            8002 X..20          8003 N14! [X..16]   8004 X..30
8005 N6             8006 N14! N4        8007 X..34          8009 X..50
8008 N8 [N2] [N2]   8010 Y..30          8011 N..12          8012 X..20
8013-8014 X..25     8017-8018 N18!      8019 N..10          8020 X..25
8026 N14! N4        8030 Z..90          8040-8041 N15       8042 N32
8043 N18 [N..2]     8110 X..70          8111 N4             8112 X..70
8200 X..70          90 X..30            91-99 X..90
`;

const CHARACTERS: Readonly<Record<string, string>> = {
  N: '\\d',
  X: '[!"%&\'()*+,\\-./0-9:;<=>?A-Z_a-z]',
  Y: '[#\\-/0-9A-Z]',
  Z: '[\\-0-9=A-Z_a-z]',
};

/** The identifiers by number. No number is a prefix of another (section 7.8.1), so at most one fits a text. */
export const APPLICATION_IDENTIFIERS: ReadonlyMap<string, ApplicationIdentifier> = readTable();

/** Returns the identifier that begins at an offset in a text. */
export function identifierAt(text: string, at: number): ApplicationIdentifier | undefined {
  for (let digits = 2; digits <= 4; digits += 1) {
    const found = APPLICATION_IDENTIFIERS.get(text.slice(at, at + digits));
    if (found !== undefined) return found;
  }
  return undefined;
}

function readTable(): Map<string, ApplicationIdentifier> {
  const identifiers = new Map<string, ApplicationIdentifier>();
  for (const entry of TABLE.trim().split(/\n|\s{2,}/)) {
    const [, first = '', last = first, star, format = ''] =
      /^(\d+)(?:-(\d+))? (\*?)(.+)$/.exec(entry) ?? [];
    for (let number = Number(first); number <= Number(last); number += 1) {
      const name = String(number).padStart(first.length, '0');
      identifiers.set(name, { number: name, ...readFormat(format, star === '*') });
    }
  }
  return identifiers;
}

function readFormat(format: string, isPredefined: boolean): Omit<ApplicationIdentifier, 'number'> {
  let pattern = '';
  let length = 0;
  let isExact = true;
  let checkedDigits: number | undefined;
  for (const component of format.split(' ')) {
    const [, optional, set = '', upTo, size = '', mark] =
      /^(\[?)([NXYZ])(\.\.)?(\d+)([!@]?)/.exec(component) ?? [];
    const one = `${CHARACTERS[set]}{${upTo ? '1,' : ''}${size}}`;
    pattern += optional ? `(?:${one})?` : one;
    length += Number(size);
    if (optional || upTo) isExact = false;
    if (mark === '!') checkedDigits = length;
  }
  return {
    predefinedLength: isPredefined ? length : undefined,
    exactLength: isExact ? length : undefined,
    fits: new RegExp(`^${pattern}$`),
    checkedDigits,
    isDate: format.endsWith('@'),
  };
}
