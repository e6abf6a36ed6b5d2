// The demo pharmacy's own store sells supplies; it has partners, orders and the settings of its card payments. The
// people and the accounts are invented; telephone numbers are from the range that is kept for fiction.

/** @returns the sections of the store, whose products are those of the demo's catalog */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it is data, told in order.
export function demoStore({
  organization,
  needles,
  naloxone,
  dayAfter,
}: {
  organization: string;
  /** These two are ids of products. */
  needles: string;
  naloxone: string;
  /** @returns the date so many days after the demo's today */
  dayAfter: (days: number) => string;
}): object {
  const checkout = (environment: string, amount_cents: number) => ({
    ...publicValues(environment),
    environment,
    amount_cents,
  });
  return {
    partners: [
      {
        organization,
        external_id: 'north-clinic',
        name: 'North Clinic',
        email: 'care@north-clinic.example',
        status: 'active',
        invite_sent: true,
        portal_linked: true,
      },
      {
        organization,
        external_id: 'north-clinic/annex 2',
        name: 'North Clinic, Annex 2',
        email: 'annex@north-clinic.example',
        sponsor_external_id: 'north-clinic',
        status: 'invited',
        invite_sent: true,
      },
      { organization, environment: 'test', external_id: 'north-clinic', name: 'Sandbox Clinic' },
    ],
    store_orders: [
      {
        organization,
        order_number: 'S-1001',
        status: 'delivered',
        payment_status: 'paid',
        external_order_id: 'shop-77101',
        subtotal_cents: 5_200,
        shipping_cents: 700,
        tax_cents: 455,
        total_cents: 6_355,
        your_markup_cents: 400,
        customer: ada,
        ship_to: { ...adaAddress, line2: 'Flat 3' },
        items: [
          {
            product_id: needles,
            name: 'Pen needles 32G 4 mm',
            quantity: 2,
            unit_price_cents: 2_600,
          },
        ],
        checkout: checkout('production', 6_355),
        created_at: `${dayAfter(-48)}T14:12:09Z`,
      },
      {
        organization,
        order_number: 'S-1002',
        status: 'paid',
        payment_status: 'paid',
        subtotal_cents: 4_799,
        tax_cents: 420,
        total_cents: 5_219,
        your_markup_cents: 300,
        customer: { first_name: 'Bo', last_name: 'Lindqvist', email: 'bo@customer.example' },
        ship_to: {
          name: 'Bo Lindqvist',
          line1: '480 Elm Avenue',
          city: 'Albany',
          state: 'NY',
          postal_code: '12207',
          country: 'US',
        },
        items: [
          {
            product_id: naloxone,
            name: 'Narcan 4 mg nasal spray',
            quantity: 1,
            unit_price_cents: 4_799,
          },
        ],
        checkout: checkout('production', 5_219),
        created_at: `${dayAfter(-34)}T08:45:30Z`,
      },
      {
        organization,
        environment: 'test',
        order_number: 'S-1',
        status: 'paid',
        payment_status: 'paid',
        subtotal_cents: 2_600,
        total_cents: 2_600,
        customer: { ...ada, first_name: 'Test' },
        ship_to: adaAddress,
        items: [
          {
            product_id: needles,
            name: 'Pen needles 32G 4 mm',
            quantity: 1,
            unit_price_cents: 2_600,
          },
        ],
        checkout: checkout('sandbox', 2_600),
        created_at: `${dayAfter(-52)}T09:00:00Z`,
      },
    ],
    checkout_configs: ['production', 'sandbox'].map((environment) => ({
      organization,
      environment,
      ...publicValues(environment),
      transaction_key: `demo-transaction-key-${environment}`,
    })),
  };
}

function publicValues(environment: string) {
  const host = environment === 'sandbox' ? 'jstest' : 'js';
  return {
    public_client_key: `demo-public-client-key-${environment}`,
    api_login_id: `demo-login-${environment}`,
    accept_js_url: `https://${host}.payments.example/v1/Accept.js`,
  };
}

const ada = {
  email: 'ada@customer.example',
  first_name: 'Ada',
  last_name: 'Quist',
  phone: '+12025550143',
};

const adaAddress = {
  name: 'Ada Quist',
  phone: '+12025550143',
  line1: '12 Harbor Street',
  city: 'Portland',
  state: 'ME',
  postal_code: '04101',
  country: 'US',
};
