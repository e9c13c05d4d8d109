import * as v from 'valibot';

/** After the code was asked for: it is typed in before the deadline, in ms since 1970. */
const codeStepSchema = v.object({
  step: v.literal('code'),
  token: v.string(),
  email: v.string(),
  endsAt: v.number(),
});
/** After the code was right: a new password is chosen. */
const passwordStepSchema = v.object({ step: v.literal('password'), token: v.string() });
const resetStepSchema = v.variant('step', [codeStepSchema, passwordStepSchema]);

export type CodeStep = v.InferOutput<typeof codeStepSchema>;
export type PasswordStep = v.InferOutput<typeof passwordStepSchema>;
/** What one step of a password reset hands on to the next. */
export type ResetStep = CodeStep | PasswordStep;

const key = 'password-reset';

function parse(value: unknown): ResetStep | null {
  const result = v.safeParse(resetStepSchema, value);
  return result.success ? result.output : null;
}

/** The step under way. It travels in the history entry's state, and is kept for this tab besides. */
export const resetStep = {
  keep(step: ResetStep): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(step));
    } catch {
      // Without session storage it lives in the history entry alone.
    }
  },
  /** The step that `state` carries, else the kept one. */
  read(state: unknown): ResetStep | null {
    const carried = parse(state);
    if (carried) return carried;
    try {
      return parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    } catch {
      return null;
    }
  },
  forget(): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  },
};
