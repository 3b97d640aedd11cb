import { type RefObject, useEffect, useState } from 'react';
import { listenTo } from '../ui/external-store.ts';

/** `none`: no camera · `denied`: not permitted · `busy`: another program has it, or it ended · `paused`: the screen is hidden */
export type CameraState = 'starting' | 'live' | 'paused' | 'none' | 'denied' | 'busy';

/** Not yet in TypeScript's description of the browser. */
type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean };

const SHARP = { width: { ideal: 1920 }, height: { ideal: 1080 } };

const STATES: Record<string, CameraState> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
};

const noCamera = () => new DOMException('no camera', 'NotFoundError');

async function cameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
}

/** Asks for permission where it is not given. The first camera is the one on the back, where there are two. */
async function openCamera(deviceId: string | null): Promise<MediaStream> {
  // Without https a browser has no such interface.
  if (!navigator.mediaDevices || (await cameras()).length === 0) throw noCamera();
  const which = deviceId === null ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } };
  return navigator.mediaDevices.getUserMedia({ audio: false, video: { ...which, ...SHARP } });
}

const end = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

/** Shows the camera in `video` while it is `wanted` and the page is visible; it is off at any other time. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, wanted: boolean) {
  const [state, setState] = useState<CameraState>('starting');
  const [deviceIds, setDeviceIds] = useState<string[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isVisible = useVisible();

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt opens it again.
  useEffect(() => {
    if (!isVisible || !wanted) return setState('paused');
    let isOver = false;
    let stream: MediaStream | null = null;
    setState('starting');

    async function start() {
      const opened = await openCamera(chosen);
      if (isOver || !video.current) return end(opened);
      stream = opened;
      video.current.srcObject = opened;
      const [first] = opened.getVideoTracks();
      // It was unplugged, or the permission was withdrawn.
      first?.addEventListener('ended', () => !isOver && setState('busy'));
      setTrack(first ?? null);
      setDeviceIds(await cameras());
      if (!isOver) setState('live');
    }
    start().catch((error: unknown) => {
      if (!isOver) setState((error instanceof DOMException && STATES[error.name]) || 'busy');
    });
    return () => {
      isOver = true;
      setTrack(null);
      end(stream);
    };
  }, [chosen, attempt, isVisible, wanted]);

  return {
    state,
    retry: () => setAttempt((last) => last + 1),
    /** Null: there is one camera only. */
    change: deviceIds.length > 1 ? () => setChosen(after(deviceIds, track?.getSettings().deviceId)) : null,
    torch: useTorch(track),
  };
}

const after = (ids: string[], current: string | undefined): string | null =>
  ids[(ids.indexOf(current ?? '') + 1) % ids.length] ?? null;

/** Null: this camera has no light. */
function useTorch(track: MediaStreamTrack | null): { isOn: boolean; toggle: () => void } | null {
  const [isOn, setOn] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another camera begins with its light off.
  useEffect(() => setOn(false), [track]);
  const { torch: hasTorch = false } = (track?.getCapabilities?.() ?? {}) as TorchCapabilities;
  if (!track || !hasTorch) return null;
  const set = (torch: boolean) =>
    track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] }).then(
      () => setOn(torch),
      () => {},
    );
  return { isOn, toggle: () => void set(!isOn) };
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => listenTo({ visibilitychange: () => setVisible(!document.hidden) }, document), []);
  return isVisible;
}
