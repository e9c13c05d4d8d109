import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { type StudioCallAnswer, type StudioCallName, studioCalls } from '#contract/studio/calls.ts';

/** Answers by the name of their call, whatever its parameters. */
export type StudioAnswers = { readonly [N in StudioCallName]?: StudioCallAnswer<N> };

/**
 * What a screen of the studio shows first, as HTML, with these answers. `address` is below /studio, `path` the
 * screen's. Its modules need a `window` when they are loaded: stub one, then import them.
 */
export function shownInStudio(
  Screen: ComponentType,
  { address, path, answers }: { address: string; path: string; answers: StudioAnswers },
): string {
  const client = new QueryClient();
  for (const [name, answer] of Object.entries(answers)) {
    const { path } = studioCalls[name as StudioCallName];
    client.setQueryDefaults([path], { initialData: answer });
  }
  const route = createElement(Route, { path, element: createElement(Screen) });
  return renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client },
      createElement(
        MemoryRouter,
        { initialEntries: [address] },
        createElement(Routes, null, route),
      ),
    ),
  );
}
