// The demo clinic treats patients and orders for them from the demo pharmacy; an affiliate and a brand see a part of
// its orders. The people are invented; telephone numbers are from the range that is kept for fiction, and order
// numbers have the form of those that the API makes.

/** @returns the sections of the clinic, whose orders are for products of the demo's catalog */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it is data, told in order.
export function demoClinic({
  organization,
  pharmacy,
  affiliate,
  brand,
  listed,
  dayAfter,
}: {
  /** These are slugs. */
  organization: string;
  pharmacy: string;
  affiliate: string;
  brand: string;
  /** The products that the clinic's storefront offers, and their prices. */
  listed: readonly { readonly product: string; readonly patientPriceCents: number }[];
  /** @returns the date so many days after the demo's today */
  dayAfter: (days: number) => string;
}): object {
  const at = (days: number, time = '15:20:00') => `${dayAfter(days)}T${time}.000000Z`;
  const routed = { organization, fulfillment_organization: pharmacy, currency: 'USD' };
  return {
    storefront_listings: listed.map(({ product, patientPriceCents }) => ({
      organization,
      product_id: product,
      patient_price_cents: patientPriceCents,
      is_listed: true,
    })),
    patients: [
      {
        organization,
        id: id('patient', 1),
        created_at: at(-60),
        first_name: 'Maya',
        last_name: 'Okafor',
        date_of_birth: '1984-03-09',
        email: 'maya.okafor@patients.example',
        phone: '+12125550141',
        address: {
          line1: '18 Harbor Street',
          city: 'Boston',
          state: 'MA',
          postal_code: '02110',
          country: 'US',
        },
        allergies: ['Penicillin'],
        medications: ['Metformin 500 mg'],
        clinical_notes: 'Type 2 diabetes since 2019.',
        assigned_physician_id: id('physician', 1),
      },
      {
        organization,
        branding_organization: brand,
        id: id('patient', 2),
        created_at: at(-21),
        first_name: 'Jonas',
        last_name: 'Lindqvist',
        date_of_birth: '1991-11-27',
        phone: '+12125550178',
        assigned_physician_id: id('physician', 1),
      },
      {
        organization,
        environment: 'test',
        id: id('patient', 3),
        first_name: 'Sandy',
        last_name: 'Box',
        date_of_birth: '1990-01-01',
      },
    ],
    orders: [
      {
        ...routed,
        id: id('order', 1),
        created_at: at(-40),
        order_number: 'VO-4T9K2M7QXR',
        affiliate_organization: affiliate,
        status: 'delivered',
        payment_status: 'paid',
        total_cents: 104_900,
        tracking_number: '1Z999AA10123456784',
        tracking_carrier: 'UPS',
        shipped_at: at(-38, '21:05:00'),
        patient_id: id('patient', 1),
        wholesale_total_cents: 96_900,
        commission_cents: 2_100,
      },
      {
        ...routed,
        id: id('order', 2),
        created_at: at(-5),
        order_number: 'VO-8WC3H5ZD0N',
        affiliate_organization: affiliate,
        status: 'processing',
        payment_status: 'paid',
        total_cents: 69_900,
        patient_id: id('patient', 2),
        wholesale_total_cents: 60_800,
        commission_cents: 1_400,
      },
      {
        ...routed,
        id: id('order', 3),
        created_at: at(-2),
        order_number: 'VO-2B6Y1G9PFS',
        status: 'cancelled',
        payment_status: 'refunded',
        total_cents: 9_000,
        patient_id: id('patient', 1),
        wholesale_total_cents: 6_200,
      },
      {
        organization,
        environment: 'test',
        id: id('order', 4),
        order_number: 'VT-5J0X8A4KEV',
        status: 'pending',
        total_cents: 104_900,
        currency: 'USD',
        patient_id: id('patient', 3),
      },
    ],
    prescriptions: [
      {
        organization,
        id: id('prescription', 1),
        created_at: at(-41),
        patient_id: id('patient', 1),
        order_id: id('order', 1),
        product_name: 'Ozempic 1 mg pen',
        dosage: '1 mg',
        frequency: 'Once weekly',
        quantity: 1,
        refills_authorized: 3,
        status: 'signed',
        expires_at: at(320),
      },
      {
        organization,
        id: id('prescription', 2),
        created_at: at(-6),
        patient_id: id('patient', 2),
        product_name: 'EpiPen 2-Pak 0.3 mg',
        dosage: '0.3 mg',
        frequency: 'As needed',
        quantity: 1,
        refills_authorized: 0,
        status: 'draft',
      },
      {
        organization,
        environment: 'test',
        id: id('prescription', 3),
        patient_id: id('patient', 3),
        product_name: 'Ozempic 1 mg pen',
        dosage: '1 mg',
        frequency: 'Once weekly',
        quantity: 1,
        refills_authorized: 1,
        status: 'signed',
        expires_at: at(320),
      },
    ],
  };
}

const KINDS = { patient: 1, order: 2, prescription: 3, physician: 4 } as const;

/** The ids are fixed, so that a second import finds the same records. */
function id(kind: keyof typeof KINDS, number: number): string {
  return `de30000${KINDS[kind]}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
