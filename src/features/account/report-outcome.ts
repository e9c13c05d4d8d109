import { messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';

/** Shows a toast with the result of a change: its success text, the server's reason, or the fallback. @throws the error of the change */
export async function reportOutcome(
  change: Promise<unknown>,
  texts: { readonly done: string; readonly failed: string },
): Promise<void> {
  try {
    await change;
  } catch (error) {
    toast.error(messageOf(error, texts.failed));
    throw error;
  }
  toast.success(texts.done);
}
