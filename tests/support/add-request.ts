import type { CommissionState } from '#contract/shop/commission-states.ts';
import type { WantedKind } from '#contract/shop/custom-request.ts';
import { newId } from '#server/platform/database/new-id.ts';
import type { AppServices } from '#server/services.ts';

/** Adds a custom request directly to the database, in any state, and returns its id. */
export async function addRequest(
  services: AppServices,
  request: {
    readonly state?: CommissionState;
    readonly accountId?: string;
    readonly email?: string;
    readonly wants?: WantedKind;
  } = {},
): Promise<string> {
  const now = services.clock();
  const id = newId(now);
  await services.database.write((tx) =>
    tx
      .insertInto('customRequests')
      .values({
        id,
        accountId: request.accountId ?? null,
        name: 'Ada Lamp',
        email: request.email ?? 'ada@elsewhere.example',
        designType: 'Exclusive',
        description: 'Foxes in a wood.',
        state: request.state ?? 'received',
        wants: request.wants ?? 'design',
        createdAt: now.toISOString(),
      })
      .execute(),
  );
  return id;
}
