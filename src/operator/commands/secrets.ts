import { SecretBox } from '../../lib/seal.ts';
import { resealSecrets } from '../../secrets/reseal-secrets.ts';
import { command, type Noun } from '../command.ts';

const reseal = command({
  name: 'reseal',
  description:
    'Reseal every secret with the first key of SECRETS_KEY, so that the other keys can be removed.',
  options: {},
  everyCell: () => true,
  run: async (database, _options, { action, secretsKeys, progress }) => {
    const box = new SecretBox(secretsKeys);
    const { resealed, left } = await resealSecrets(database, box, action, progress('rows'));
    return {
      json: { resealed, left },
      failed: left > 0,
      lines: [
        ...Object.entries(resealed).map(([column, rows]) => `${column}: ${rows} resealed`),
        left === 0
          ? 'every secret is sealed with the first key: the other keys can be removed'
          : `${left} rows were in use, or were sealed with another key meanwhile: check that every process was started with this first key, then run this again`,
      ],
    };
  },
});

export const secrets: Noun = {
  name: 'secrets',
  description: 'Reseal the secrets that SECRETS_KEY protects.',
  commands: [reseal],
};
