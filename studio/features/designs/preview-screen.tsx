import type { MouseEvent } from 'react';
import { useParams } from 'react-router';
import { designCalls } from '#contract/studio/design-calls.ts';
import { ProductDetails } from '#features/product/product-details.tsx';
import { toast } from '#ui/toast.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './preview-screen.module.css';

const tellPreview = () => toast.blank('This is a preview: only the gallery works.');

/** Blocks the links, because they lead into the shop, which doesn't have this design yet. */
function holdLinks(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('a')) return;
  event.preventDefault();
  event.stopPropagation();
  tellPreview();
}

/** The saved design as buyers will see it, on the shop's own page. */
export default function PreviewScreen() {
  const { id = '' } = useParams();
  const preview = useAnswer(designCalls.previewDesign, { params: { id } });
  return (
    <Page
      title="As a buyer sees it"
      text="Only the studio can see this page."
      back={{ to: `/designs/${id}`, label: 'Back to editing' }}
    >
      <Answered of={preview}>
        {({ product }) => (
          <div className={styles.preview} onClickCapture={holdLinks}>
            <ProductDetails product={product} actions={{ onAddToCart: tellPreview }} isPreview />
          </div>
        )}
      </Answered>
    </Page>
  );
}
