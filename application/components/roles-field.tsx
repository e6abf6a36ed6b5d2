import type { Schemas } from '../api/schemas.ts';
import type { AnyForm } from './fields.tsx';

type Role = Schemas['Role'];

export const ROLES: Readonly<Record<Role, { label: string; means: string }>> = {
  clerk: {
    label: 'Clerk',
    means: 'receives, counts, wastes, moves, packs and records temperatures',
  },
  pharmacist: {
    label: 'Pharmacist',
    means: 'all of that; also releases and recalls, adjusts, approves counts and witnesses',
  },
  manager: {
    label: 'Manager',
    means: 'all but release and recall; also keeps people and terminals',
  },
  developer: {
    label: 'Developer',
    means: 'looks up stock; keeps webhooks, sees keys and refused requests',
  },
};

/** The field holds the chosen ones with commas between. */
export function RolesField({
  form,
  only,
}: {
  form: AnyForm;
  /** One’s own: another manager gives more. */
  only?: readonly Role[];
}) {
  const value = form.fields.roles;
  const chosen = (value?.value ?? '').split(',').filter(Boolean);
  const error = form.errors.value.roles;
  return (
    <fieldset class="field">
      <legend>Roles</legend>
      {Object.entries(ROLES).map(([role, { label, means }]) => (
        <label key={role} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(role)}
            disabled={only && !only.includes(role as Role)}
            onChange={(event) => {
              const others = chosen.filter((one) => one !== role);
              const roles = event.currentTarget.checked ? [...others, role] : others;
              if (value) value.value = roles.join(',');
            }}
          />
          <span>
            {label} <span class="quiet">{means}</span>
          </span>
        </label>
      ))}
      {only && <p class="hint">Another manager gives you more roles.</p>}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
