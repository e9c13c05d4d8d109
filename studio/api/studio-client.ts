import { type StudioCallAnswer, type StudioCallName, studioCalls } from '#contract/studio/calls.ts';
import { type ArgumentsOf, type CallOptions, createAsk } from '#contract/wire/client.ts';
import { studioSession } from './studio-session.ts';

export type StudioArguments<N extends StudioCallName, O = unknown> = ArgumentsOf<
  (typeof studioCalls)[N],
  O
>;

/** When the session has ended, shows the sign-in on top of the page, which stays as it is. */
const ask = createAsk(studioCalls, {
  timeoutMs: 30_000,
  onSignedOut: () => studioSession.getState().close(),
});

/**
 * Makes all calls to the studio's API; the browser adds the session cookie. Returns the answer that the
 * contract declares.
 * @throws ApiError, or the signal's reason if the caller aborts
 */
export async function request<N extends StudioCallName>(
  name: N,
  ...parts: StudioArguments<N, CallOptions>
): Promise<StudioCallAnswer<N>> {
  return (await ask(name, ...parts)).answer;
}
