import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { CodesReading } from '#domain/payable';
import { openCodeReader } from '../shared-codes/code-reader.ts';
import { pixelsOf } from '../shared-codes/picture.ts';

/** Longest side in pixels of a frame: the 405 narrow bars of a boleto need about 3 pixels each. */
const FRAME_SIDE = 1600;
/** Between two frames, in ms: five a second read as quickly as people aim, and leave the battery alone. */
const PAUSE_MS = 150;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

type ScanProps = {
  video: RefObject<HTMLVideoElement | null>;
  isOn: boolean;
  /** The bank's date, for due dates. */
  today: string;
  onRead: (reading: CodesReading) => void;
  onFailure: () => void;
};

/** Reads frame after frame of a video. `onFailure`: there is no reader. */
export function useScan({ video, isOn, today, onRead, onFailure }: ScanProps): void {
  const take = useEffectEvent(onRead);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    if (!isOn) return;
    const reader = openCodeReader(today);
    let isOver = false;

    async function scan() {
      while (!isOver) {
        const frame = video.current && frameOf(video.current);
        const reading = frame && (await reader.read(frame, true));
        if (!isOver && reading) take(reading);
        await pause();
      }
    }
    scan().catch(() => !isOver && fail());
    return () => {
      isOver = true;
      reader.close();
    };
  }, [isOn, today, video]);
}

function frameOf(video: HTMLVideoElement): ImageData | null {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  return pixelsOf(video, { width: video.videoWidth, height: video.videoHeight }, FRAME_SIDE);
}
