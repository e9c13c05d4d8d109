import { accountCalls } from '#contract/studio/account.ts';
import type { StudioCall } from '#contract/studio/call.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import type { AnswerOf } from '#contract/wire/call.ts';
import { type ArgumentsOf, type CallOptions, createAsk } from '#contract/wire/client.ts';
import { studioSession } from './studio-session.ts';

/** When the session has ended, shows the sign-in on top of the page, which stays as it is. */
const ask = createAsk({
  timeoutMs: 30_000,
  onSignedOut: () => studioSession.getState().close('out'),
});

/**
 * Makes all calls to the studio's API; the browser adds the session cookie. Returns the answer that the
 * contract declares.
 * @throws ApiError, or the signal's reason if the caller aborts
 */
export async function request<C extends StudioCall>(
  call: C,
  ...parts: ArgumentsOf<C, CallOptions>
): Promise<AnswerOf<C>> {
  try {
    return (await ask(call, ...parts)).answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'REMOVED') {
      studioSession.getState().close('removed');
    }
    if (error instanceof ApiError && error.code === 'FORBIDDEN') await learnRole();
    throw error;
  }
}

/** The page makes no call that its role forbids, so a refused one means that an owner changed the role. */
async function learnRole(): Promise<void> {
  const known = studioSession.getState().user?.role;
  const role = await ask(accountCalls.me).then(
    ({ answer }) => answer.role,
    () => known,
  );
  if (role !== undefined && role !== known) studioSession.setState({ newRole: role });
}
