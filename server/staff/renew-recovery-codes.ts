import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import type { Services } from '../platform/services/services.ts';
import { newRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts';
import { compareProof, takeProof } from './second-proof.ts';
import type { StudioAccount } from './sessions.ts';

/**
 * Replaces the recovery codes of a signed-in staff member; earlier ones stop working.
 * @throws WRONG_PASSWORD, CODE_REFUSED, TOO_MANY; NOT_SIGNED_IN if the session or the password ended meanwhile
 */
export async function renewRecoveryCodes(
  services: Services,
  account: StudioAccount,
  body: StudioCallInput<'renewRecoveryCodes'>['body'],
  address: string,
  makeLast: MakeLastChange<StudioCallAnswer<'renewRecoveryCodes'>>,
): Promise<StudioCallAnswer<'renewRecoveryCodes'>> {
  const { id } = account;
  const proof = await compareProof(services, account, body, address);
  const codes = await newRecoveryCodes(services);
  return makeLast(async (change) => {
    await takeProof(change, proof);
    await storeRecoveryCodes(change.tx, id, codes);
    const line = { subjectId: id, before: null, after: null };
    await recordAction({ ...change, actorId: id }, { ...line, action: 'recovery_codes.made' });
    return { recoveryCodes: codes.shown };
  });
}
