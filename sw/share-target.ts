import { referenceImagesField } from '#contract/shop/custom-request.ts';
import { customRequestPath } from '#contract/shop/paths.ts';
import { saveShared } from '#offline/accounts/save-shared.ts';

/** Takes what another app shares and opens the custom request with it. */
export async function takeShared(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    const texts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? ''));
    const files = form.getAll(referenceImagesField).filter((value) => value instanceof File);
    await saveShared(
      { texts, files },
      { idb: null, newId: () => crypto.randomUUID(), now: Date.now() },
    );
  } catch {
    // What can't be kept has to be chosen again; the form opens all the same.
  }
  return Response.redirect(customRequestPath, 303);
}
