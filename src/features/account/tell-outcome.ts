import { messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';

/** Says how a change went: its own success, the server's reason, or the fallback. @throws what failed it. */
export async function tellOutcome(
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
