import { SecretBox } from '../../lib/seal.ts';
import { resealSecrets } from '../../secrets/reseal-secrets.ts';
import { command, type Noun } from '../command.ts';

const reseal = command({
  name: 'reseal',
  description:
    'Seal everything with the first key of SECRETS_KEY, so that the others can be dropped.',
  options: {},
  run: async (database, _options, { action, secretsKeys, progress }) => {
    const box = new SecretBox(secretsKeys);
    const { resealed, left } = await resealSecrets(database, box, action, progress('rows'));
    return {
      json: { resealed, left },
      failed: left > 0,
      lines: [
        ...Object.entries(resealed).map(([column, rows]) => `${column}: ${rows} sealed anew`),
        left === 0
          ? 'nothing is sealed with another key than the first: the others can be dropped'
          : `${left} were in use, or sealed with another key meanwhile: see that every process was started with the first key in front, then run this again`,
      ],
    };
  },
});

export const secrets: Noun = {
  name: 'secrets',
  description: 'What is sealed with SECRETS_KEY.',
  commands: [reseal],
};
