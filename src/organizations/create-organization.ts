import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { OrganizationKind } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { withPrisma } from '../database/prisma.ts';
import { errors } from '../errors.ts';
import { violationInLine } from '../lib/formats.ts';
import { newId } from '../lib/random.ts';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SLUG_MAX = 60;
/** The limit of an import, too. */
const NAME_MAX = 200;
const UNIQUE_VIOLATION = '23505';

/** @throws ApiError when the slug is taken, or the slug or the name is invalid */
export async function createOrganization(
  database: Database,
  { slug, name, kind }: { slug: string; name: string; kind: OrganizationKind },
  action: OperatorAction,
): Promise<{ id: string; slug: string; name: string; kind: string; status: string }> {
  if (!SLUG.test(slug) || slug.length > SLUG_MAX) {
    const message = `must be at most ${SLUG_MAX} lower-case letters and digits in words joined by hyphens`;
    throw errors.invalid('slug', message);
  }
  const violation =
    [...name].length > NAME_MAX
      ? `must have at most ${NAME_MAX} characters`
      : violationInLine(name);
  if (violation !== undefined) throw errors.invalid('name', violation);
  try {
    return await withPrisma(database, async (prisma, sql) => {
      const created = await prisma.organization.create({
        data: { id: newId(), slug, name, kind },
        select: { id: true, slug: true, name: true, kind: true, status: true },
      });
      const target = `organization ${slug}`;
      await recordAction(sql, { ...action, organizationId: created.id, target });
      return created;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) {
      throw errors.validationFailed(`An organization with the slug ${slug} exists already.`);
    }
    throw error;
  }
}
