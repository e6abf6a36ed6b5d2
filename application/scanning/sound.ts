/** Two sounds that are told apart without looking: a short high one, and a long low one that nobody misses. */

interface Note {
  readonly hertz: number;
  readonly seconds: number;
}

const SOUNDS = {
  good: [{ hertz: 1320, seconds: 0.07 }],
  bad: [
    { hertz: 220, seconds: 0.25 },
    { hertz: 165, seconds: 0.45 },
  ],
} as const satisfies Record<string, readonly Note[]>;

const LOUDNESS = 0.25;
let audio: AudioContext | undefined;

export function sound(name: keyof typeof SOUNDS): void {
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') void audio.resume();
    let at = audio.currentTime;
    for (const { hertz, seconds } of SOUNDS[name]) {
      const oscillator = audio.createOscillator();
      const gain = audio.createGain();
      oscillator.type = name === 'bad' ? 'square' : 'sine';
      oscillator.frequency.value = hertz;
      gain.gain.value = LOUDNESS;
      oscillator.connect(gain).connect(audio.destination);
      oscillator.start(at);
      oscillator.stop(at + seconds);
      at += seconds;
    }
  } catch {
    // A computer without sound says it in words alone.
  }
}
