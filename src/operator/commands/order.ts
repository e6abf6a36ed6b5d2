import { ENVIRONMENTS } from '../../contract.ts';
import { OperatorError } from '../../errors.ts';
import { SecretBox } from '../../lib/seal.ts';
import { cancelOrder } from '../../orders/cancel-order.ts';
import type { ChangedOrder } from '../../orders/change-order.ts';
import { listOrders } from '../../orders/list-orders.ts';
import type { StoredOrder } from '../../orders/rows/stored-order.ts';
import {
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_STATUSES,
} from '../../orders/rules/order-states.ts';
import { setOrderStatus, setPaymentStatus } from '../../orders/set-order-status.ts';
import { shipOrder } from '../../orders/ship-order.ts';
import {
  listOrderReservations,
  type OrderEntry,
  type OrderReport,
  type OrderReservation,
  SHOWN_ROWS_MAX,
  showOrder,
} from '../../orders/show-order.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { choice, command, type Noun, optional, optionalChoice, required } from '../command.ts';
import { asReader, NEWEST_LIMIT, NEWEST_ROWS, readRows, table } from '../lists.ts';
import { lotsToShip, shortText, uuid } from '../option-values.ts';
import { KEY, repeated } from './key-option.ts';

const ID = required('<id>', 'id of the order', uuid);

/** The statuses that an order has with its stock have commands of their own. */
const COMMANDS: { readonly [Status in OrderStatus]?: string } = {
  shipped: 'order ship --id ID --tracking-number NUMBER --tracking-carrier NAME',
  cancelled: 'order cancel --id ID',
};

const list = command({
  name: 'list',
  description: 'List the orders that an organization placed, brought or ships, newest first.',
  options: {
    organization: required('<slug>', 'slug of the organization'),
    environment: choice('<environment>', 'live or test orders', {
      choices: ENVIRONMENTS,
      standing: 'live',
    }),
    status: optionalChoice('<status>', 'only this status', ORDER_STATUSES),
    limit: NEWEST_LIMIT,
  },
  run: async (database, { organization, environment, status, limit = NEWEST_ROWS }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const principal = asReader(organizationId, environment);
    const orders = await readRows(limit, (page) =>
      listOrders({ query: { ...page, ...(status && { status }) }, principal }, { database }),
    );
    // The patient's id is left out, so that a list is no access to what is known of patients.
    const shown = orders.map(({ patient_id: _, ...one }) => one);
    const amount = ['total_cents', 'currency'] as const;
    const fields = ['created_at', 'order_number', 'status', 'payment_status', ...amount] as const;
    return table(shown, [...fields, 'tracking_carrier', 'tracking_number', 'id'], limit);
  },
});

const show = command({
  name: 'show',
  description: 'Show an order with its items, address, reservations and movements.',
  options: { id: ID },
  run: async (database, { id }, { action, secretsKeys }) => {
    const secrets = new SecretBox(secretsKeys);
    const report = await showOrder(database, { id, secrets }, action);
    const { order, parties, charge, items, shipTo, reservations, movements } = report;
    const { order_number, environment, status, payment_status, total_cents, currency } = order;
    const { tracking_number, tracking_carrier, shipped_at, created_at } = order;
    return {
      json: {
        id,
        order_number,
        environment,
        ...parties,
        status,
        payment_status,
        charge,
        total_cents,
        currency,
        tracking_number,
        tracking_carrier,
        shipped_at,
        created_at,
        items,
        ship_to: shipTo,
        reservations,
        movements,
      },
      lines: [
        `order ${order_number} of ${parties.organization}, ${environment}: ${status}`,
        `payment ${payment_status}, ${total_cents} cents (${currency})`,
        ...(charge === null ? [] : [`charged to the account: ${charge}`]),
        ...(parties.affiliate_organization === null
          ? []
          : [`brought by ${parties.affiliate_organization}`]),
        parties.fulfillment_organization === null
          ? 'not routed to a pharmacy'
          : `routed to ${parties.fulfillment_organization}`,
        ...(tracking_number === null && tracking_carrier === null
          ? []
          : [`tracking ${tracking_carrier ?? '?'} ${tracking_number ?? '?'}`]),
        ...(shipped_at === null ? [] : [`shipped at ${shipped_at}`]),
        ...items.flatMap(itemLines),
        ...(shipTo === null ? [] : [addressLine(shipTo)]),
        ...reservations.map(reservationLine),
        ...movements.map(movementLine),
        ...[reservations, movements].flatMap(({ length }) =>
          length < SHOWN_ROWS_MAX
            ? []
            : [`only the first ${SHOWN_ROWS_MAX} are shown; there may be more`],
        ),
      ],
    };
  },
});

const setStatus = command({
  name: 'set-status',
  description: 'Change the status of an order.',
  options: {
    id: ID,
    status: choice('<status>', 'new status', { choices: ORDER_STATUSES }),
  },
  run: async (database, { id, status }, { action }) => {
    const command = COMMANDS[status];
    if (command !== undefined) {
      throw new OperatorError(`The status ${status} also changes stock. Use ${command}.`);
    }
    const result = await setOrderStatus(database, { id, status }, action);
    return { json: jsonOf(result), lines: [lineOf(result)] };
  },
});

const setPayment = command({
  name: 'set-payment',
  description: 'Set the payment status of an order.',
  options: {
    id: ID,
    status: choice('<status>', 'new payment status', { choices: PAYMENT_STATUSES }),
  },
  run: async (database, { id, status }, { action }) => {
    const result = await setPaymentStatus(database, { id, status }, action);
    return { json: jsonOf(result), lines: [lineOf(result)] };
  },
});

const ship = command({
  name: 'ship',
  description: 'Ship an order and draw its lots from the stock of its pharmacy.',
  options: {
    id: ID,
    trackingNumber: required('<number>', 'tracking number', shortText),
    trackingCarrier: required('<name>', 'carrier', shortText),
    lots: optional(
      '<SKU:LOT:QTY,...>',
      'lots to ship; write \\: and \\, inside a code',
      lotsToShip,
    ),
    location: optional('<name>', 'location of the stock; default: the default location'),
    ...KEY,
  },
  run: async (database, options, { action }) => {
    const { id, trackingNumber, trackingCarrier, lots = [], location, key } = options;
    const shipment = { trackingNumber, trackingCarrier };
    const result = await shipOrder(database, id, { shipment, lots, location }, { action, key });
    const { drawn, order, idempotent } = result;
    // The order is shipped: a later failure must not hide which stock was drawn.
    const reservations = await listOrderReservations(database, id).catch(() => null);
    const { tracking_number, tracking_carrier, shipped_at } = order;
    return {
      json: {
        ...jsonOf(result),
        tracking_number,
        tracking_carrier,
        shipped_at,
        drawn: drawn.map(({ skuCode, lotNumber, location: at, units, balanceAfter }) => ({
          sku_code: skuCode,
          lot_number: lotNumber,
          location: at,
          qty: units,
          balance_after: balanceAfter,
        })),
        reservations,
        idempotent,
      },
      lines: [
        `${lineOf(result)}, tracking ${tracking_carrier ?? '?'} ${tracking_number ?? '?'}${repeated(idempotent)}`,
        ...drawn.map(
          ({ skuCode, lotNumber, location: at, units, balanceAfter }) =>
            `lot ${lotNumber} of ${skuCode} at ${at}: -${units}, now ${balanceAfter}`,
        ),
        ...(reservations?.map(reservationLine) ?? ['its remaining reservations could not be read']),
      ],
    };
  },
});

const cancel = command({
  name: 'cancel',
  description: 'Cancel an order and release its reservations.',
  options: { id: ID, ...KEY },
  run: async (database, { id, key }, { action }) => {
    const result = await cancelOrder(database, id, { action, key });
    const { released, idempotent } = result;
    return {
      json: { ...jsonOf(result), released, idempotent },
      lines: [`${lineOf(result)}${repeated(idempotent)}`, `${released} units released`],
    };
  },
});

export const order: Noun = {
  name: 'order',
  description: 'List, show, ship, cancel and update customer orders.',
  commands: [list, show, setStatus, setPayment, ship, cancel],
};

function jsonOf({ order, changed }: ChangedOrder) {
  const { id, order_number, status, payment_status } = order;
  return { id, order_number, status, payment_status, changed };
}

function lineOf({ order, changed }: ChangedOrder): string {
  return `order ${order.order_number} ${changed ? 'is' : 'was already'} ${stateIn(order)}`;
}

function stateIn({ status, payment_status }: StoredOrder): string {
  return `${status}, payment ${payment_status}`;
}

function itemLines({
  quantity,
  name,
  product_id,
  skus = [],
}: OrderReport['items'][number]): string[] {
  return [
    `item: ${quantity} of ${name} (${product_id})`,
    ...skus.map(
      ({ sku_code, reserved, available }) =>
        `  ${sku_code}: ${reserved} reserved for it, ${available} available`,
    ),
  ];
}

function addressLine(shipTo: NonNullable<OrderReport['shipTo']>): string {
  const { name, phone, line1, line2, city, state, postal_code, country } = shipTo;
  const parts = [
    name,
    line1,
    line2,
    city,
    [state, postal_code].filter(Boolean).join(' '),
    country,
    phone,
  ];
  return `ship to: ${parts.filter(Boolean).join(', ')}`;
}

function reservationLine(held: OrderReservation): string {
  const { organization, sku_code, location, lot_number, qty } = held;
  return `reserved: ${qty} of lot ${lot_number} of ${sku_code} at ${location} (${organization})`;
}

function movementLine(entry: OrderEntry): string {
  const { organization, created_at, type, sku_code, location, lot_number, qty } = entry;
  const units = qty > 0 ? `+${qty}` : qty;
  return `${created_at} ${type}: ${units} of lot ${lot_number} of ${sku_code} at ${location} (${organization})`;
}
