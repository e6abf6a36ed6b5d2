import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { OrganizationStatus } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { findOrganizationIn } from './find-organization.ts';

/** @throws ApiError when no organization has the slug */
export function setOrganizationStatus(
  database: Database,
  { slug, status }: { slug: string; status: OrganizationStatus },
  action: OperatorAction,
): Promise<{ id: string; slug: string; status: string }> {
  return database.transaction(async (tx) => {
    const { id } = await findOrganizationIn(tx, slug);
    await recordAction(tx, { ...action, organizationId: id, target: `organization ${slug}` });
    return tx.prisma.organization.update({
      where: { id },
      data: { status },
      select: { id: true, slug: true, status: true },
    });
  });
}
