import { lazy, Suspense, useState } from 'react';
import { useBegun } from '#features/commissions/use-begun.ts';
import { Button } from '#ui/button.tsx';

const OwnConversation = lazy(() =>
  import('#features/commissions/own-conversation.tsx').then((module) => ({
    default: module.OwnConversation,
  })),
);

/** The messages about an order. */
export function AskAboutOrder({ id }: { readonly id: string }) {
  return (
    <Suspense fallback={null}>
      <OwnConversation title="Ask about this order" kind="order" id={id} />
    </Suspense>
  );
}

/** Asks about a design, once it is wanted or if something was written already. */
export function AskAboutDesign({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  useBegun({ kind: 'design', id }, () => setOpen(true));
  return (
    <div className="stack-4">
      <div>
        <Button variant="paper" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Ask about this design
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <OwnConversation title="Your question" kind="design" id={id} />
        </Suspense>
      )}
    </div>
  );
}
