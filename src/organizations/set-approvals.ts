import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Database } from '../database/database.ts';
import { findOrganizationIn } from './find-organization.ts';

/** How many people an approval takes. A CHECK has this list too. */
export type Approvals = 'one' | 'two';

/** @throws OperatorError when no organization has the slug */
export function setApprovals(
  database: Database,
  { slug, approvals }: { slug: string; approvals: Approvals },
  action: OperatorAction,
): Promise<{ slug: string; approvals: string }> {
  return database.transaction(async (tx) => {
    const { id } = await findOrganizationIn(tx, slug);
    await recordAction(tx, { ...action, organizationId: id, target: `organization ${slug}` });
    return tx.prisma.organization.update({
      where: { id },
      data: { approvals },
      select: { slug: true, approvals: true },
    });
  });
}
