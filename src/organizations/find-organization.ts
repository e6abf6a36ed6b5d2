import type { Database, Transaction } from '../database/database.ts';
import { errors } from '../errors.ts';

export interface FoundOrganization {
  readonly id: string;
  readonly slug: string;
}

/** @throws ApiError when no organization has the slug */
export function findOrganization(database: Database, slug: string): Promise<FoundOrganization> {
  return database.transaction((tx) => findOrganizationIn(tx, slug));
}

/** Does the same as `findOrganization` in the caller's transaction. */
export async function findOrganizationIn(
  { prisma }: Transaction,
  slug: string,
): Promise<FoundOrganization> {
  const organization = await prisma.organization.findUnique({
    where: { slug },
    select: { id: true, slug: true },
  });
  if (organization === null) throw errors.notFound(`No organization has the slug ${slug}.`);
  return organization;
}
