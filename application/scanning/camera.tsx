/**
 * Reads codes by the camera of the device and hands them on as a scanner's keys would be. The browser reads them where it
 * can read a DataMatrix, and else a decoder that is loaded from our own host. It is a part of the program of its own.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Alert } from '../components/alert.tsx';
import { Button } from '../components/button.tsx';
import { cover } from '../session.ts';
import { giveScan } from './keyboard.ts';

type Read = (video: HTMLVideoElement) => Promise<readonly string[]>;

const LOOK_AGAIN_MILLISECONDS = 120;
/** A code that was out of sight for so long is scanned again when it comes back. */
const GONE_MILLISECONDS = 2_000;

export function Camera({ close }: { close(): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const ended = new AbortController();
    watch(video.current as HTMLVideoElement, ended.signal).catch((failure: Error) =>
      setProblem(wordsOf(failure)),
    );
    return () => ended.abort();
  }, []);
  return (
    <section class="camera" aria-label="Camera">
      <video ref={video} muted playsInline />
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button onClick={close}>Close the camera</Button>
    </section>
  );
}

async function watch(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const wanted = { video: { facingMode: 'environment', ...size } };
  const stream = await navigator.mediaDevices.getUserMedia(wanted);
  try {
    video.srcObject = stream;
    const [read] = await Promise.all([reader(), video.play()]);
    const seenAt = new Map<string, number>();
    while (!signal.aborted) {
      for (const code of cover.peek() === undefined ? await read(video) : []) {
        const isNew = Date.now() - (seenAt.get(code) ?? 0) > GONE_MILLISECONDS;
        seenAt.set(code, Date.now());
        if (isNew && !signal.aborted) giveScan({ code, endedBy: 'Enter' });
      }
      await new Promise((resume) => setTimeout(resume, LOOK_AGAIN_MILLISECONDS));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

interface Detector {
  detect(video: HTMLVideoElement): Promise<{ readonly rawValue: string }[]>;
}
interface WithDetector {
  readonly BarcodeDetector?: {
    getSupportedFormats(): Promise<string[]>;
    new (): Detector;
  };
}

async function reader(): Promise<Read> {
  const { BarcodeDetector } = globalThis as WithDetector;
  const formats = (await BarcodeDetector?.getSupportedFormats()) ?? [];
  if (BarcodeDetector && formats.includes('data_matrix')) {
    const detector = new BarcodeDetector();
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  const wasmBinary = await (await fetch('/app/assets/zxing_reader.wasm')).arrayBuffer();
  prepareZXingModule({ overrides: { wasmBinary } });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    context?.drawImage(video, 0, 0);
    const image = context?.getImageData(0, 0, canvas.width, canvas.height);
    const found = image ? await readBarcodes(image, { textMode: 'Plain' }) : [];
    return found.filter(({ isValid }) => isValid).map(codeOf);
  };
}

/** The symbol's own mark that it is one of GS1 goes with the text, as many scanners send it. */
function codeOf({ text, symbologyIdentifier }: { text: string; symbologyIdentifier: string }) {
  return /^\](C1|e0|d2|Q3)$/.test(symbologyIdentifier) ? symbologyIdentifier + text : text;
}

function wordsOf({ name, message }: Error): string {
  if (name === 'NotAllowedError')
    return 'The camera may not be used here: allow it in the settings of the browser.';
  if (name === 'NotFoundError') return 'This device has no camera.';
  return `The camera cannot be used: ${message}`;
}
