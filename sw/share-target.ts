import { referenceImagesField } from '#contract/shop/custom-request.ts';
import { customRequestPath } from '#contract/shop/paths.ts';
import { sharedUnsavedPath } from '#contract/shop/share-target.ts';
import { newUuid } from '#contract/wire/new-uuid.ts';
import { saveShared } from '#offline/accounts/save-shared.ts';

/** Adds what another app shares to the custom request draft, and opens it. */
export async function takeShared(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    const texts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? ''));
    const files = form.getAll(referenceImagesField).filter((value) => value instanceof File);
    await saveShared({ texts, files }, { idb: null, newId: newUuid, now: Date.now() });
  } catch {
    // The buyer is told, and chooses it again in the form.
    return Response.redirect(sharedUnsavedPath, 303);
  }
  return Response.redirect(customRequestPath, 303);
}
