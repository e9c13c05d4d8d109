import { type StudioCallAnswer, type StudioCallName, studioCalls } from '#contract/studio/calls.ts';
import { type ArgumentsOf, type CallOptions, createAsk } from '#contract/wire/client.ts';
import { studioSession } from './studio-session.ts';

export type StudioArguments<N extends StudioCallName, O = unknown> = ArgumentsOf<
  (typeof studioCalls)[N],
  O
>;

/** A session that has ended shows the sign-in over the page, which stays as it is. */
const ask = createAsk(studioCalls, {
  timeoutMs: 30_000,
  onSignedOut: () => studioSession.getState().close(),
});

/**
 * The one way to the studio's calls; the session is a cookie that the browser adds. Answers what the
 * contract promises, or throws ApiError; the signal's reason where the caller aborts.
 */
export async function request<N extends StudioCallName>(
  name: N,
  ...parts: StudioArguments<N, CallOptions>
): Promise<StudioCallAnswer<N>> {
  return (await ask(name, ...parts)).answer;
}
