/** "This is …": a code that names nothing is taught by a manager. It is no dialog, so that the next scan arrives. */
import { answerOf, api } from '../api/client.ts';
import { useSkus } from '../catalog.ts';
import { unknownCode } from '../scanning/scans.ts';
import { asShown } from '../scanning/separator.ts';
import { may } from '../session.ts';
import { plural } from '../words.ts';
import { units, useForm } from './form.tsx';
import { FormByFields } from './form-by-fields.tsx';
import { say } from './toasts.tsx';

export function TeachCode() {
  const code = unknownCode.value;
  return code !== undefined && may('catalog:write') ? <Teach key={code} code={code} /> : null;
}

function Teach({ code }: { code: string }) {
  const suggestions = useSkus().map(({ sku_code }) => sku_code);
  const needed = 'Choose the product that the code is on.';
  const product = { name: 'sku_code', label: 'Product', suggestions, maxLength: 100, needed };
  const form = useForm(`teach ${code}`, { sku_code: '', units: '1' });
  const close = () => {
    unknownCode.value = undefined;
  };
  return (
    <section class="card teach">
      <h2>This is … {asShown(code)}</h2>
      <FormByFields
        form={form}
        action="Teach it"
        onCancel={close}
        fields={[[product, { name: 'units', label: 'Units in the package', type: 'units' }]]}
        send={({ sku_code, units: typed }) =>
          answerOf(
            api.PUT('/inventory/skus/{sku_code}/packs', {
              params: { path: { sku_code } },
              body: { code, units: units('units', typed) },
            }),
          )
        }
        onDone={(pack) => {
          say(`${pack.code} is ${pack.sku_code}, ${plural(pack.units, 'unit')}. Scan it again.`);
          close();
        }}
      />
    </section>
  );
}
