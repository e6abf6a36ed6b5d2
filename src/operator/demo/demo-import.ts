// The demo data set has one pharmacy with two locations, a small catalog, stock in every state and a store of its
// own, and a clinic that orders from it, with an affiliate and a brand. The medicines, their NDCs and labelers are
// real; prices, lot numbers and quantities are invented. A unit is one package as sold under its NDC.
import { demoClinic } from './demo-clinic.ts';
import { demoStore } from './demo-store.ts';

/** The day of the demo's locations (YYYY-MM-DD): a lot that expires "today" expires today there. */
export function demoToday(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(new Date());
}

/**
 * Returns the demo in the format of `operator import`, with every expiry counted from `today`
 * (YYYY-MM-DD), so that the same lots are fresh, near their end or expired whenever it is loaded.
 */
export function demoImport(today: string): object {
  const dayAfter = (days: number) => dateAfter(today, days);
  return {
    organizations: [
      { slug: pharmacy, name: 'Demo Pharmacy', kind: 'pharmacy' },
      { slug: clinic, name: 'Demo Clinic', kind: 'clinic' },
      { slug: affiliate, name: 'Demo Affiliate', kind: 'affiliate' },
      { slug: brand, name: 'Demo Brand', kind: 'brand' },
    ],
    locations: locations.map((location) => ({ organization: pharmacy, ...location })),
    products: products.map(({ skus: _skus, cents, ...product }) => ({
      organization: pharmacy,
      product_type: 'drug',
      requires_prescription: true,
      ships_to_patient: true,
      min_order_qty: 1,
      status: 'active',
      ...product,
      price_cents: cents[0],
      wholesale_cost_cents: cents[1],
    })),
    skus: products.flatMap((product) =>
      product.skus.map((sku) => ({
        organization: pharmacy,
        product_id: product.id,
        ...(product.ndc_code && {
          gtin: gtinOfNdc(product.ndc_code),
          ndc: elevenDigitNdc(product.ndc_code),
        }),
        ...sku,
      })),
    ),
    lots: lots.map(([sku_code, location, lot_number, qty, days, status = 'released']) => ({
      organization: pharmacy,
      sku_code,
      location,
      lot_number,
      qty,
      expiry_date: dateAfter(today, days),
      status,
    })),
    ...demoClinic({
      organization: clinic,
      pharmacy,
      affiliate,
      brand,
      listed: [
        { product: productId(2), patientPriceCents: 114_900 },
        { product: productId(10), patientPriceCents: 74_900 },
        { product: productId(15), patientPriceCents: 4_999 },
        { product: productId(16), patientPriceCents: 2_900 },
      ],
      dayAfter,
    }),
    ...demoStore({
      organization: pharmacy,
      needles: productId(16),
      naloxone: productId(15),
      dayAfter,
    }),
  };
}

/**
 * The GTIN-14 of a package: 003, the ten NDC digits as the FDA assigned them (not the padded
 * eleven) and the check digit. GS1 US reserves the U.P.C. prefix 3 for NDCs, hence no company
 * prefix.
 */
export function gtinOfNdc(ndcCode: string): string {
  return `00${upcOfNdc(ndcCode)}`;
}

/** The UPC-A of the same package: 3, the ten NDC digits, check digit. */
function upcOfNdc(ndcCode: string): string {
  return withCheckDigit(`3${segmentsOf(ndcCode).join('')}`);
}

/** The billing form 5-4-2 without hyphens: each segment padded with zeros on its left. */
function elevenDigitNdc(ndcCode: string): string {
  const [labeler, product, packageCode] = segmentsOf(ndcCode);
  return labeler.padStart(5, '0') + product.padStart(4, '0') + packageCode.padStart(2, '0');
}

function segmentsOf(ndcCode: string): [labeler: string, product: string, packageCode: string] {
  // 21 CFR 207.33: ten digits as 4-4-2, 5-3-2 or 5-4-1.
  const form = ndcCode.replace(/\d+/g, (digits) => String(digits.length));
  if (!['4-4-2', '5-3-2', '5-4-1'].includes(form))
    throw new Error(`Not a ten-digit NDC: ${ndcCode}`);
  const [labeler = '', product = '', packageCode = ''] = ndcCode.split('-');
  return [labeler, product, packageCode];
}

/** GS1 General Specifications 7.9.1: weights 3 and 1 alternate, 3 on the rightmost digit. */
function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

function dateAfter(today: string, days: number): string {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The ids are fixed, so that a second import finds the same products. */
function productId(number: number): string {
  return `de300000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

interface ProductRow {
  id: string;
  name: string;
  description: string;
  category: string;
  strengths: string[];
  dosage_forms: string[];
  /** The NDC on the label, hyphenated; compounds and supplies have none. */
  ndc_code?: string;
  product_type?: 'compound' | 'supply';
  requires_prescription?: false;
  ships_to_patient?: false;
  controlled_schedule?: 'III';
  min_order_qty?: number;
  status?: 'draft' | 'archived';
  cents: [price: number, wholesaleCost: number];
  skus: { sku_code: string; reorder_point: number; upc?: string; ean?: string }[];
}

type LotRow = [
  sku_code: string,
  location: string,
  lot_number: string,
  qty: number,
  /** Days from today to the expiry date, which is the last day of use. */
  days: number,
  status?: 'quarantine',
];

const pharmacy = 'demo-pharmacy';
const clinic = 'demo-clinic';
const affiliate = 'demo-affiliate';
const brand = 'demo-brand';
const main = 'Main';
const coldRoom = 'Cold room';
const time_zone = 'America/New_York';

const locations = [
  { name: main, is_default: true, time_zone, min_celsius: 15, max_celsius: 25 },
  { name: coldRoom, is_default: false, time_zone, min_celsius: 2, max_celsius: 8 },
];

const products: ProductRow[] = [
  {
    id: productId(1),
    name: 'Amoxicillin 500 mg capsules',
    description: 'Penicillin-class antibiotic. Teva, bottle of 500.',
    category: 'Antibiotics',
    strengths: ['500 mg'],
    dosage_forms: ['capsule'],
    ndc_code: '0093-3109-05',
    cents: [8_900, 5_400],
    skus: [{ sku_code: 'AMOX-500-CAP', reorder_point: 50 }],
  },
  {
    id: productId(2),
    name: 'Ozempic 1 mg pen',
    description: 'Semaglutide, once weekly. Novo Nordisk, one 4 mg/3 mL pen with 4 needles.',
    category: 'Diabetes',
    strengths: ['4 mg/3 mL'],
    dosage_forms: ['injection, solution'],
    ndc_code: '0169-4130-13',
    cents: [104_900, 96_900],
    skus: [{ sku_code: 'OZEMPIC-1MG-PEN', reorder_point: 20 }],
  },
  {
    id: productId(3),
    name: 'Lantus 100 units/mL vial',
    description: 'Insulin glargine, long acting. Sanofi, one 10 mL vial.',
    category: 'Diabetes',
    strengths: ['100 units/mL'],
    dosage_forms: ['injection, solution'],
    ndc_code: '0088-2220-33',
    cents: [9_900, 6_400],
    skus: [{ sku_code: 'LANTUS-10ML-VIAL', reorder_point: 15 }],
  },
  {
    id: productId(4),
    name: 'Humira Pen 40 mg/0.4 mL',
    description: 'Adalimumab, citrate-free. AbbVie, carton of 2 pens.',
    category: 'Immunology',
    strengths: ['40 mg/0.4 mL'],
    dosage_forms: ['injection, solution'],
    ndc_code: '0074-0554-02',
    cents: [729_900, 689_900],
    skus: [{ sku_code: 'HUMIRA-40-PEN', reorder_point: 5 }],
  },
  {
    id: productId(5),
    name: 'Metformin 500 mg tablets',
    description: 'Biguanide for type 2 diabetes. Zydus, bottle of 100.',
    category: 'Diabetes',
    strengths: ['500 mg'],
    dosage_forms: ['tablet, film coated'],
    ndc_code: '65841-028-01',
    cents: [1_200, 450],
    skus: [{ sku_code: 'METF-500-TAB', reorder_point: 80 }],
  },
  {
    id: productId(6),
    name: 'Lisinopril 10 mg tablets',
    description: 'ACE inhibitor for high blood pressure. Lupin, bottle of 100.',
    category: 'Cardiovascular',
    strengths: ['10 mg'],
    dosage_forms: ['tablet'],
    ndc_code: '68180-980-01',
    cents: [1_100, 380],
    skus: [{ sku_code: 'LISIN-10-TAB', reorder_point: 60 }],
  },
  {
    id: productId(7),
    name: 'Lipitor 10 mg tablets',
    description: 'Atorvastatin for high cholesterol. Bottle of 90.',
    category: 'Cardiovascular',
    strengths: ['10 mg'],
    dosage_forms: ['tablet, film coated'],
    ndc_code: '0071-0155-23',
    cents: [41_900, 36_500],
    skus: [{ sku_code: 'LIPITOR-10-TAB', reorder_point: 25 }],
  },
  {
    id: productId(8),
    name: 'Zithromax Z-Pak 250 mg',
    description: 'Azithromycin, five-day course. Pfizer, box of 3 packs of 6 tablets.',
    category: 'Antibiotics',
    strengths: ['250 mg'],
    dosage_forms: ['tablet, film coated'],
    ndc_code: '0069-3060-75',
    status: 'archived',
    cents: [38_900, 31_200],
    skus: [{ sku_code: 'ZITHRO-250-ZPAK', reorder_point: 0 }],
  },
  {
    id: productId(9),
    name: 'Ventolin HFA inhaler',
    description: 'Albuterol rescue inhaler. GSK, 200 actuations.',
    category: 'Respiratory',
    strengths: ['90 mcg/actuation'],
    dosage_forms: ['aerosol, metered'],
    ndc_code: '0173-0682-20',
    cents: [6_500, 4_700],
    skus: [{ sku_code: 'VENTOLIN-HFA', reorder_point: 20, upc: upcOfNdc('0173-0682-20') }],
  },
  {
    id: productId(10),
    name: 'EpiPen 2-Pak 0.3 mg',
    description: 'Epinephrine auto-injectors for anaphylaxis. Carton of 2.',
    category: 'Emergency',
    strengths: ['0.3 mg/0.3 mL'],
    dosage_forms: ['injection, solution'],
    ndc_code: '49502-500-02',
    cents: [69_900, 60_800],
    skus: [{ sku_code: 'EPIPEN-2PAK', reorder_point: 10, upc: upcOfNdc('49502-500-02') }],
  },
  {
    id: productId(11),
    name: 'Eliquis 5 mg tablets',
    description: 'Apixaban, anticoagulant. Bristol-Myers Squibb, bottle of 60.',
    category: 'Cardiovascular',
    strengths: ['5 mg'],
    dosage_forms: ['tablet, film coated'],
    ndc_code: '0003-0894-21',
    cents: [64_900, 59_400],
    skus: [{ sku_code: 'ELIQUIS-5-TAB', reorder_point: 24 }],
  },
  {
    id: productId(12),
    name: 'Synthroid 25 mcg tablets',
    description: 'Levothyroxine for an underactive thyroid. AbbVie, bottle of 90.',
    category: 'Endocrine',
    strengths: ['25 mcg'],
    dosage_forms: ['tablet'],
    ndc_code: '0074-4341-90',
    status: 'draft',
    cents: [15_900, 13_200],
    skus: [{ sku_code: 'SYNTHROID-25-TAB', reorder_point: 10 }],
  },
  {
    id: productId(13),
    name: 'Depo-Testosterone 200 mg/mL',
    description: 'Testosterone cypionate, schedule III. Pfizer, one 1 mL vial.',
    category: 'Hormones',
    strengths: ['200 mg/mL'],
    dosage_forms: ['injection, solution'],
    ndc_code: '0009-0417-01',
    controlled_schedule: 'III',
    ships_to_patient: false,
    cents: [4_200, 2_600],
    skus: [{ sku_code: 'DEPO-TEST-200', reorder_point: 10 }],
  },
  {
    id: productId(14),
    name: 'Semaglutide / cyanocobalamin (compounded)',
    description: 'Compounded for one prescription: 1 mL, as a vial or in prefilled syringes.',
    category: 'Weight management',
    strengths: ['2.5 mg/0.5 mg per mL'],
    dosage_forms: ['injection, solution'],
    product_type: 'compound',
    cents: [24_900, 9_800],
    // The pharmacy labels these itself: U.P.C. prefix 4 is for use inside one company.
    skus: [
      { sku_code: 'SEMA-B12-VIAL', reorder_point: 10, upc: withCheckDigit('40000001401') },
      { sku_code: 'SEMA-B12-SYR', reorder_point: 10, upc: withCheckDigit('40000001402') },
    ],
  },
  {
    id: productId(15),
    name: 'Narcan 4 mg nasal spray',
    description: 'Naloxone for opioid overdose, over the counter. Carton of 2 sprays; 2 to 25 °C.',
    category: 'Emergency',
    strengths: ['4 mg/0.1 mL'],
    dosage_forms: ['spray'],
    ndc_code: '69547-627-02',
    requires_prescription: false,
    cents: [4_499, 3_100],
    skus: [{ sku_code: 'NARCAN-4MG', reorder_point: 10, upc: upcOfNdc('69547-627-02') }],
  },
  {
    id: productId(16),
    name: 'Pen needles 32G 4 mm',
    description: 'Sterile single-use needles for injection pens, box of 100.',
    category: 'Supplies',
    strengths: ['32G x 4 mm'],
    dosage_forms: ['needle'],
    product_type: 'supply',
    requires_prescription: false,
    min_order_qty: 2,
    cents: [2_400, 1_150],
    // GS1 prefixes 20 to 29 are for restricted circulation: no real article has this number.
    skus: [{ sku_code: 'PEN-NEEDLE-32G', reorder_point: 40, ean: withCheckDigit('200000000016') }],
  },
];

/** Eliquis is out of stock on purpose; lisinopril is one unit above its reorder point. */
const lots: LotRow[] = [
  ['AMOX-500-CAP', main, 'AMX-2201', 40, 45],
  ['AMOX-500-CAP', main, 'AMX-2207', 200, 300],
  ['OZEMPIC-1MG-PEN', coldRoom, 'OZP-7713', 36, 120],
  ['OZEMPIC-1MG-PEN', coldRoom, 'OZP-7720', 60, 410],
  ['LANTUS-10ML-VIAL', coldRoom, 'LAN-0418', 24, 60, 'quarantine'],
  ['LANTUS-10ML-VIAL', coldRoom, 'LAN-0425', 50, 240],
  ['HUMIRA-40-PEN', coldRoom, 'HUM-1160', 8, 25],
  ['HUMIRA-40-PEN', coldRoom, 'HUM-1172', 12, 330],
  ['METF-500-TAB', main, 'MET-5096', 90, 88],
  ['METF-500-TAB', main, 'MET-5101', 150, 540],
  ['LISIN-10-TAB', main, 'LIS-3307', 61, 400],
  ['LIPITOR-10-TAB', main, 'LIP-8840', 30, 0],
  ['LIPITOR-10-TAB', main, 'LIP-8852', 80, 365],
  ['ZITHRO-250-ZPAK', main, 'ZTH-6604', 18, 6],
  ['VENTOLIN-HFA', main, 'VEN-4409', 15, -1],
  ['VENTOLIN-HFA', main, 'VEN-4431', 70, 270],
  ['EPIPEN-2PAK', main, 'EPI-9021', 25, 150],
  ['EPIPEN-2PAK', main, 'EPI-9034', 40, 420],
  ['SYNTHROID-25-TAB', main, 'SYN-2750', 20, 480],
  ['DEPO-TEST-200', main, 'TST-1188', 30, 200],
  ['SEMA-B12-VIAL', coldRoom, 'SEM-0611', 30, 28],
  ['SEMA-B12-SYR', coldRoom, 'SEM-0615', 18, 40],
  ['NARCAN-4MG', main, 'NAR-5527', 48, 600],
  ['NARCAN-4MG', coldRoom, 'NAR-5527', 12, 600],
  ['PEN-NEEDLE-32G', main, 'PN-3301', 500, 1_825],
];
