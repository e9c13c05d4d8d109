import { useRef, useState } from 'react';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { featuredImageCalls, type StudioFeaturedImage } from '#contract/studio/featured-images.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { type Answer, useAnswer } from '../../api/use-answer.ts';

type Front = StudioCallAnswer<'front'>;

const unreachable = 'The shop can’t be reached. Nothing was saved yet.';

export interface FeaturedImageEditor {
  readonly answer: Answer<Front>;
  /** The images as they should be until the server has answered; then its answer. */
  readonly images: readonly StudioFeaturedImage[];
  order(ids: readonly string[]): void;
  /** Sets what a picture shows; `from` is what was shown. @throws ApiError */
  describe(id: string, texts: { readonly from: string; readonly altText: string }): Promise<void>;
  remove(image: StudioFeaturedImage): Promise<void>;
  /** Returns a message for each file that could not be added. */
  add(files: readonly File[]): Promise<readonly string[]>;
  /** How many of the images being added are done; null when none are being added. */
  readonly adding: { readonly done: number; readonly total: number } | null;
}

/** The featured images and their changes, which are sent one after another. */
export function useFeaturedImages(): FeaturedImageEditor {
  const answer = useAnswer(featuredImageCalls.front);
  const [wanted, setWanted] = useState<readonly StudioFeaturedImage[] | null>(null);
  const [adding, setAdding] = useState<FeaturedImageEditor['adding']>(null);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const images = wanted ?? answer.answer?.images ?? [];

  /** Sends a change after the one before has been answered. */
  function sendInTurn(change: () => Promise<Front>): Promise<Front> {
    const mine = turn.current.then(change, change);
    turn.current = mine;
    return mine.then((front) => {
      if (turn.current === mine) {
        answer.set(front);
        setWanted(null);
      }
      return front;
    });
  }

  async function refuse(error: unknown): Promise<void> {
    toast.error(messageOf(error, unreachable));
    setWanted(null);
    await answer.reload();
  }

  return {
    answer,
    images,
    adding,
    order(ids) {
      setWanted(ids.flatMap((id) => images.find(({ _id }) => _id === id) ?? []));
      sendInTurn(() => request(featuredImageCalls.orderFront, { body: { ids: [...ids] } })).catch(
        refuse,
      );
    },
    async describe(id, body) {
      await sendInTurn(() =>
        request(featuredImageCalls.describeFrontImage, { params: { id }, body }),
      );
    },
    async remove({ _id }) {
      try {
        await sendInTurn(() =>
          request(featuredImageCalls.removeFrontImage, { params: { id: _id } }),
        );
        toast.success('Removed');
      } catch (error) {
        await refuse(error);
      }
    },
    async add(files) {
      const refused: string[] = [];
      for (const [done, file] of files.entries()) {
        setAdding({ done, total: files.length });
        try {
          await sendInTurn(() =>
            request(featuredImageCalls.addFrontImage, { body: file, timeoutMs: 120_000 }),
          );
        } catch (error) {
          refused.push(`${file.name}: ${messageOf(error, 'the shop can’t be reached.')}`);
        }
      }
      setAdding(null);
      return refused;
    },
  };
}
