import { Flashlight, FlashlightOff } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The same code is reported again only after it has been out of view this long, or after another code. */
const sameCodeRestsMs = 2500
const scanEveryMs = 120

type Torch = MediaTrackCapabilities & { torch?: boolean }

/** Shows the back camera and reports each code that it reads. */
export function CameraView({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [problem, setProblem] = useState<string>()
  const reportCode = useEffectEvent(onCode)

  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    let wait: ReturnType<typeof setTimeout> | undefined
    const screen = video.current
    async function start() {
      if (!screen) return
      const [{ readPicture }, opened] = await Promise.all([import('./camera-reader.ts'), openCamera()])
      stream = opened
      if (isOver) return stop()
      screen.srcObject = opened
      await screen.play()
      setTrack(opened.getVideoTracks()[0])
      scan(screen, readPicture)
    }
    function scan(seen: HTMLVideoElement, read: (picture: ImageData) => Promise<string | null>) {
      const canvas = new OffscreenCanvas(1, 1)
      let last: { code: string; at: number } | undefined
      const once = async () => {
        const picture = pictureOf(seen, canvas)
        const code = picture && (await read(picture))
        if (isOver) return
        if (code && (last?.code !== code || performance.now() - last.at > sameCodeRestsMs)) reportCode(code)
        if (code) last = { code, at: performance.now() }
        wait = setTimeout(() => void once(), scanEveryMs)
      }
      void once()
    }
    function stop() {
      isOver = true
      clearTimeout(wait)
      for (const one of stream?.getTracks() ?? []) one.stop()
    }
    start().catch((error: unknown) => {
      if (!isOver) setProblem(wordsOf(error))
    })
    return stop
  }, [])

  if (problem) return <Notice tone="warn">{problem} Type the code instead.</Notice>
  return (
    <div className="relative aspect-4/3 w-full overflow-hidden rounded-lg bg-black">
      <video ref={video} muted playsInline aria-label="What the camera sees" className="size-full object-cover" />
      <div aria-hidden className="pointer-events-none absolute inset-[14%] rounded-lg border-2 border-white/80" />
      {!track && (
        <div className="absolute inset-0 grid place-items-center text-white">
          <Spinner />
        </div>
      )}
      {track && (track.getCapabilities?.() as Torch | undefined)?.torch && <TorchButton track={track} />}
    </div>
  )
}

function TorchButton({ track }: { track: MediaStreamTrack }) {
  const [isOn, setOn] = useState(false)
  const turn = async () => {
    await track.applyConstraints({ advanced: [{ torch: !isOn } as MediaTrackConstraintSet] })
    setOn(!isOn)
  }
  return (
    <IconButton
      label={isOn ? 'Turn the light off' : 'Turn the light on'}
      aria-pressed={isOn}
      onClick={() => void turn().catch(() => {})}
      className="absolute right-2 bottom-2 bg-card"
    >
      {isOn ? <FlashlightOff aria-hidden /> : <Flashlight aria-hidden />}
    </IconButton>
  )
}

function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw new Error('insecure')
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 960 } },
  })
}

function pictureOf(video: HTMLVideoElement, canvas: OffscreenCanvas): ImageData | null {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0 || height === 0) return null
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height]
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  pen?.drawImage(video, 0, 0)
  return pen?.getImageData(0, 0, width, height) ?? null
}

function wordsOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return 'Camera access is blocked. Allow it in the address bar.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'This device has no camera.'
  if (name === 'NotReadableError') return 'Another program uses the camera.'
  if (error instanceof Error && error.message === 'insecure') return 'The camera needs a secure (https) address.'
  return 'The camera could not be started.'
}
