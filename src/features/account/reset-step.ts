import * as v from 'valibot';
import { tabValue } from '#api/tab-value.ts';

/** After a code was requested: it must be entered before `endsAt`, in ms since 1970. */
const codeStepSchema = v.object({
  step: v.literal('code'),
  token: v.string(),
  email: v.string(),
  endsAt: v.number(),
});
/** After the code was verified: choose a new password. */
const passwordStepSchema = v.object({ step: v.literal('password'), token: v.string() });
const resetStepSchema = v.variant('step', [codeStepSchema, passwordStepSchema]);

export type CodeStep = v.InferOutput<typeof codeStepSchema>;
export type PasswordStep = v.InferOutput<typeof passwordStepSchema>;
/** The data that one step of a password reset passes to the next. */
export type ResetStep = CodeStep | PasswordStep;

const kept = tabValue('password-reset', resetStepSchema);

/** The current step of a password reset. It travels in the history entry's state and is also saved for this tab. */
export const resetStep = {
  save: kept.write,
  /** The step in `state`, or the saved one. */
  read(state: unknown): ResetStep | null {
    const carried = v.safeParse(resetStepSchema, state);
    return carried.success ? carried.output : kept.read();
  },
  forget: kept.forget,
};
