import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { firstContent } from '#server/platform/content/first-content.ts';
import { sections } from '#studio/features/content/sections.tsx';
import { useContentForm } from '#studio/features/content/use-content-form.ts';

const version = (number: number, title: string) => ({
  version: number,
  content: { ...firstContent.hero, title },
  published: null,
});

test('undoing what a colleague published over fetches theirs, so that the next try works', async () => {
  const problem = { code: 'CHANGED_MEANWHILE', message: 'Not saved.', fields: { title: 'Ben.' } };
  const { Request: PageRequest } = globalThis;
  vi.stubGlobal(
    'Request',
    class extends PageRequest {
      constructor(path: string | Request, options?: RequestInit) {
        super(typeof path === 'string' ? new URL(path, 'https://shop.example') : path, options);
      }
    },
  );
  vi.stubGlobal('fetch', async () => Response.json(problem, { status: 409 }));
  const [old, inForce] = [version(1, 'Old'), version(2, 'Mine')] as const;
  const reload = vi.fn(async () => ({ versions: [version(3, 'Theirs'), inForce, old] }));
  let form: ReturnType<typeof useContentForm> | undefined;
  function Screen() {
    form = useContentForm({
      section: 'hero',
      specs: sections.hero.fields,
      versions: [inForce, old],
      askMore: async () => ({}),
      onPublished: () => {},
      reload,
    });
    return null;
  }
  renderToStaticMarkup(createElement(Screen));

  await expect(form?.restore(old)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });

  expect(reload).toHaveBeenCalledOnce();
});
