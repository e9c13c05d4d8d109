import { useRef, useState } from 'react';
import { referenceImageTypes } from '#contract/shop/custom-request.ts';
import { maxFeaturedImages } from '#contract/studio/featured-images.ts';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Answered } from '../../ui/answered.tsx';
import formStyles from '../../ui/form.module.css';
import { Page } from '../../ui/page.tsx';
import { useReorder } from '../../ui/use-reorder.ts';
import { FeaturedImageRow } from './featured-image.tsx';
import styles from './featured-images-screen.module.css';
import { useFeaturedImages } from './use-featured-images.ts';

/** The featured images of the home page's carousel. */
export default function FeaturedImagesScreen() {
  const front = useFeaturedImages();
  const { adding, images } = front;
  const [refused, setRefused] = useState<readonly string[]>([]);
  const named = images.map((image, place) => ({
    ...image,
    name: image.altText || `Picture ${place + 1}`,
  }));
  const movable = useReorder(named, front.order);
  const input = useRef<HTMLInputElement>(null);
  const isFull = images.length >= maxFeaturedImages;

  async function add(files: readonly File[]): Promise<void> {
    setRefused([]);
    setRefused(await front.add(files));
  }

  return (
    <Page
      title="Featured pictures"
      text="Pictures in the “Show Us” carousel, in order, watermarked."
      actions={
        <>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label="Pictures to add"
            accept={referenceImageTypes.join(',')}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              // Lets the same file be chosen again.
              target.value = '';
              if (files.length > 0) void add(files);
            }}
          />
          <Button
            aria-disabled={adding !== null || isFull}
            aria-busy={adding !== null}
            onClick={() => {
              if (adding === null && !isFull) input.current?.click();
            }}
          >
            {adding === null ? 'Add pictures' : `Adding ${adding.done + 1} of ${adding.total}…`}
          </Button>
        </>
      }
    >
      {isFull && <p>{`You’ve reached the limit of ${maxFeaturedImages} pictures.`}</p>}
      {refused.length > 0 && (
        <div className={formStyles.notice} role="alert">
          <ul>
            {refused.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Button variant="quiet" onClick={() => setRefused([])}>
            Dismiss
          </Button>
        </div>
      )}
      <Answered of={front.answer}>
        {() =>
          images.length === 0 ? (
            <EmptyScene
              scene="empty"
              title="No pictures yet"
              text="Show what your designs look like sewn, printed and worn."
            />
          ) : (
            <ol className={styles.list} aria-label="Featured pictures">
              {named.map((image) => (
                <FeaturedImageRow
                  key={image._id}
                  image={image}
                  name={image.name}
                  movable={movable(image._id)}
                  desk={front}
                />
              ))}
            </ol>
          )
        }
      </Answered>
    </Page>
  );
}
