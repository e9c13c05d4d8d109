/** Resolves when the whole document was read: the worker's shell runs its scripts before that. */
export async function documentIsThere(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) =>
    document.addEventListener('DOMContentLoaded', resolve, { once: true }),
  );
}
