import { useState } from 'preact/hooks';
import { answerOf, api } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { otherLocations, timeZoneOf, useLocations } from '../catalog.ts';
import { Alert } from '../components/alert.tsx';
import { Badge, ExpiryBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { OneFilter } from '../components/filters.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { Shown } from '../components/table.tsx';
import { type Heard, type Scanned, useScans } from '../scanning/scans.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { count, day, plural, spoken, time, today } from '../words.ts';
import { CancelOrder } from './cancel-order.tsx';
import { openOrder } from './open-scan.ts';
import {
  boxOf,
  isPacked,
  judgeScan,
  keyOf,
  type Packed,
  type PackingOrder,
  type Pick,
  packedOf,
  packedUnits,
  picksOf,
  withoutUnit,
  withUnit,
} from './packed.ts';
import { PickList } from './pick-list.tsx';
import { ShipOrder, trackingOf, useShipment } from './ship-order.tsx';

/** One order to pack: what to take from where, each unit confirmed by its scan, and then the shipment. */
export function Order({ params, query }: ScreenProps) {
  const id = params.id ?? '';
  const location = query.get('location') ?? undefined;
  useLocations();
  const read = useLoaded(
    () =>
      answerOf(
        api.GET('/packing/orders/{id}', {
          params: { path: { id }, query: location === undefined ? {} : { location } },
        }),
      ),
    [id, location],
  );
  return <Shown of={read}>{(order) => <Packing order={order} key={order.location} />}</Shown>;
}

function Packing({ order }: { order: PackingOrder }) {
  const box = boxOf(order.id);
  const packed = box.value;
  /** A lot that no one planned: it is packed only where a person says so. */
  const [offer, setOffer] = useState<Pick>();
  const [isCancelling, setCancelling] = useState(false);
  const isOpen = order.status === 'paid' || order.status === 'processing';
  const shipment = useShipment();
  useScans(async (scanned) => {
    setOffer(undefined);
    const other = await openOrder(scanned.code);
    if (other) return other;
    if (!isPackage(scanned) && isOpen && isPacked(order, box.peek())) {
      shipment.fields.tracking_number.value = trackingOf(scanned.code);
      return { tone: 'good', text: `Tracking number ${trackingOf(scanned.code)}` };
    }
    const judged = judgeScan(scanned, order, box.peek());
    if (judged.is === 'wrong') return { tone: 'bad', text: judged.text };
    if (judged.is === 'other lot') {
      const { said, offered } = await lookAtOther(scanned, order);
      setOffer(offered);
      return said;
    }
    const { pick } = judged;
    const serial = scanned.serial && `${pick.skuCode} ${scanned.serial}`;
    box.value = withUnit(box.peek(), pick, serial);
    return { tone: 'good', text: progressOf(order, box.peek(), pick) };
  });
  const picks = [...picksOf(order), ...packed.others];
  const isWhole = isPacked(order, packed);
  const isShort = order.items.some(({ short }) => short > 0);
  return (
    <Screen
      title={`Order ${order.order_number}`}
      lead={`Placed ${time(order.created_at)} · ${spoken(order.status)} · pack at ${order.location}`}
      actions={
        <>
          <Button onClick={() => print()}>Print the pick list</Button>
          {isOpen && <Button onClick={() => setCancelling(true)}>Cancel the order</Button>}
        </>
      }
    >
      {!isOpen && (
        <Alert tone="info">The order is {order.status}: there is nothing to pack any more.</Alert>
      )}
      {isShort && isOpen && (
        <Alert tone="warn">
          {order.location} has too little of this order. Receive or transfer what is missing, or
          pack at another location.
        </Alert>
      )}
      {offer && (
        <Alert tone="warn">
          <p>
            Lot {offer.lotNumber} of {offer.product} is good, but another expires first or is held
            for this order.
          </p>
          <Button
            onClick={() => {
              const before = box.peek();
              box.value = withUnit({ ...before, others: [...before.others, offer] }, offer);
              setOffer(undefined);
            }}
          >
            Pack it all the same
          </Button>
        </Alert>
      )}
      <PickList order={order} picks={picks} />
      <div class="packing">
        <div class="stack">
          {order.items.map((item) => (
            <Item key={item.product_id} item={item} order={order} picks={picks} isOpen={isOpen} />
          ))}
          {order.items.length === 0 && (
            <Alert tone="info">
              The order was imported without its products: pack by its papers.
            </Alert>
          )}
        </div>
        <div class="stack">
          <Address order={order} />
          {isOpen && (
            <>
              <ShipOrder order={order} picks={picks} isWhole={isWhole} />
              <div class="no-print">
                <OneFilter
                  name="location"
                  label="Pack at"
                  all={`${order.location}, as shown`}
                  choices={otherLocations(order.location)}
                />
              </div>
            </>
          )}
        </div>
      </div>
      {isCancelling && <CancelOrder order={order} onClose={() => setCancelling(false)} />}
    </Screen>
  );
}

type ItemProps = {
  item: PackingOrder['items'][number];
  order: PackingOrder;
  picks: readonly Pick[];
  isOpen: boolean;
};

function Item({ item, order, picks, isOpen }: ItemProps) {
  const box = boxOf(order.id);
  const done = packedUnits(box.value, picks, item.product_id);
  const mine = picks.filter(({ productId }) => productId === item.product_id);
  const pack = (now: Packed) => {
    box.value = now;
  };
  return (
    <Card
      title={item.name}
      actions={
        <Badge tone={done === item.quantity ? 'good' : 'plain'}>
          {`${count(done)} of ${count(item.quantity)} packed`}
        </Badge>
      }
    >
      {item.short > 0 && (
        <p class="error">Short: {plural(item.short, 'unit')} of it cannot be taken here.</p>
      )}
      <ul class="picks">
        {mine.map((pick) => {
          const units = packedOf(box.value, pick);
          const name = `lot ${pick.lotNumber} of ${pick.product}`;
          return (
            <li key={keyOf(pick)} class={units === pick.wanted ? 'is-done' : undefined}>
              <div class="pick">
                <b class="code">Lot {pick.lotNumber}</b>
                <span class="pair">
                  {day(pick.expiryDate)}
                  <ExpiryBadge date={pick.expiryDate} timeZone={timeZoneOf(order.location)} />
                </span>
                <span class="quiet code">
                  {pick.skuCode}
                  {pick.gtin && ` · ${pick.gtin}`}
                </span>
              </div>
              <div class="pick-units">
                {isOpen && (
                  <Button
                    label={`Take one of ${name} out`}
                    isDisabled={units === 0}
                    onClick={() => pack(withoutUnit(box.peek(), pick))}
                  >
                    −
                  </Button>
                )}
                <b class="tally">
                  {count(units)}
                  <span class="quiet"> / {count(pick.wanted)}</span>
                </b>
                {isOpen && (
                  <Button
                    label={`Confirm one of ${name} by eye`}
                    isDisabled={units >= pick.wanted || done >= item.quantity}
                    onClick={() => pack(withUnit(box.peek(), pick))}
                  >
                    +
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Address({ order: { ship_to } }: { order: PackingOrder }) {
  if (ship_to === null) return <Card title="Ship to">No address is known.</Card>;
  const { name, phone, line1, line2, city, state, postal_code, country } = ship_to;
  return (
    <Card title="Ship to">
      <address>
        {[name, line1, line2, [city, state, postal_code].filter(Boolean).join(' '), country, phone]
          .filter(Boolean)
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
      </address>
    </Card>
  );
}

/** A label of a carrier names no product and has no lot. */
function isPackage({ match, lot_number, expiry_date, serial }: Scanned): boolean {
  return match === 'sku' || (lot_number ?? expiry_date ?? serial) !== undefined;
}

/** Why a lot that nobody planned is not the right one, and whether it could be taken all the same. */
async function lookAtOther(
  { sku_code = '', lot_number = '', expiry_date }: Scanned,
  order: PackingOrder,
): Promise<{ said: Heard; offered?: Pick }> {
  const query = { sku_code, lot_number, limit: 25 };
  const { data } = await answerOf(api.GET('/inventory/lots', { params: { query } }));
  const refuse = (text: string) => ({ said: { tone: 'bad' as const, text } });
  const lot = data.find(({ location }) => location === order.location);
  if (data.some(({ status }) => status !== 'released'))
    return refuse(
      `STOP: lot ${lot_number} of ${sku_code} is quarantined or recalled. Set it apart.`,
    );
  if (lot === undefined)
    return refuse(`UNKNOWN LOT: ${order.location} never had lot ${lot_number} of ${sku_code}.`);
  if (lot.expiry_date < today(timeZoneOf(lot.location)))
    return refuse(`EXPIRED: lot ${lot_number} expired ${day(lot.expiry_date)}. Set it apart.`);
  if (expiry_date !== undefined && expiry_date !== lot.expiry_date)
    return refuse(
      `WRONG EXPIRY: the package says ${day(expiry_date)}, and lot ${lot_number} expires ${day(lot.expiry_date)}.`,
    );
  const planned = picksOf(order).find(({ skuCode }) => skuCode === sku_code);
  const item = order.items.find(({ skus }) => skus.some((sku) => sku.sku_code === sku_code));
  const said: Heard = {
    tone: 'bad',
    text: `ANOTHER LOT: ${lot_number}. ${planned ? `Take lot ${planned.lotNumber}.` : 'It is not planned.'}`,
  };
  if (item === undefined || lot.available === 0) return { said };
  return {
    said,
    offered: {
      product: item.name,
      productId: item.product_id,
      skuCode: sku_code,
      gtin: null,
      lotNumber: lot.lot_number,
      expiryDate: lot.expiry_date,
      wanted: Math.min(item.quantity, lot.available),
    },
  };
}

function progressOf(order: PackingOrder, packed: Packed, { product, productId }: Pick): string {
  const item = order.items.find(({ product_id }) => product_id === productId);
  const done = packedUnits(packed, [...picksOf(order), ...packed.others], productId);
  const said = `${product}: ${done} of ${item?.quantity ?? done}.`;
  return isPacked(order, packed) ? `${said} All is packed: press Enter for the shipment.` : said;
}
