import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { OrganizationStatus } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { withPrisma } from '../database/prisma.ts';
import { noOrganization } from './find-organization.ts';

/** How many people an approval takes. A CHECK has this list too. */
type Approvals = 'one' | 'two';

/** @throws ApiError when no organization has the slug */
export function changeOrganization(
  database: Database,
  slug: string,
  {
    action,
    ...change
  }: { status?: OrganizationStatus; approvals?: Approvals; action: OperatorAction },
): Promise<{ id: string; slug: string; status: string; approvals: string }> {
  return withPrisma(database, async (prisma, sql) => {
    const [changed] = await prisma.organization.updateManyAndReturn({
      where: { slug },
      data: change,
      select: { id: true, slug: true, status: true, approvals: true },
    });
    if (changed === undefined) throw noOrganization(slug);
    const target = `organization ${slug}`;
    await recordAction(sql, { ...action, organizationId: changed.id, target });
    return changed;
  });
}
