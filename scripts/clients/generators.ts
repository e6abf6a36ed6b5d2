// How each generator is used: what it makes of the document, how that is compiled, and how the little programme
// in `programmes/` runs with it. No generator has options to rename or repair anything.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../kit/run.ts';
import {
  goProgram,
  OAPI_CODEGEN,
  OAPI_RUNTIME,
  OGEN,
  OPENAPI_GENERATOR,
  openapiGenerator,
  type Tool,
} from './toolchains.ts';

export interface Generator {
  readonly name: string;
  readonly language: string;
  /** All that it needs beyond this project's own packages, also to fetch it. */
  readonly tools: readonly Tool[];
  generate(at: Target): Promise<void>;
  /** Absent: its toolchain is not tried here. */
  compile?(at: Target): Promise<void>;
  /** Answers what the programme printed. */
  runProgramme?(at: Target, settings: Record<string, string>): Promise<string>;
}

export interface Target {
  /** A folder of its own. */
  readonly folder: string;
  /** The document as it was served. */
  readonly document: string;
  /** The one in OpenAPI 3.0. */
  readonly document30: string;
}

const PROGRAMMES = fileURLToPath(new URL('programmes/', import.meta.url));
const moduleOf = createRequire(import.meta.url).resolve;
const packageOf = (name: string) => dirname(moduleOf(`${name}/package.json`));

function takeProgramme(name: string, to: string): Promise<void> {
  return copyFile(join(PROGRAMMES, name), to);
}

/** Compilers are heavy, and no one waits for them. */
function patiently(
  file: string,
  words: readonly string[],
  { folder }: Target,
  env: Record<string, string> = {},
): Promise<string> {
  return run('nice', ['-n', '10', file, ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    name: basename(file),
  });
}

function withOpenapiGenerator(generator: string, ...options: string[]): Generator['generate'] {
  return async (at) => {
    const jar = await openapiGenerator();
    const words = ['generate', '-g', generator, '-i', at.document, '-o', 'client', ...options];
    await patiently('java', ['-jar', jar, ...words], at);
  };
}

const python: Generator = {
  name: `openapi-generator ${OPENAPI_GENERATOR} python`,
  language: 'python',
  tools: ['java', 'mvn', 'python3'],
  generate: withOpenapiGenerator('python'),
  async compile(at) {
    await patiently('python3', ['-m', 'venv', 'venv'], at);
    await patiently('venv/bin/pip', ['install', '--quiet', './client'], at);
    await patiently('venv/bin/python', ['-m', 'compileall', '-q', 'client/openapi_client'], at);
  },
  runProgramme: (at, settings) =>
    patiently('venv/bin/python', [join(PROGRAMMES, 'client.py')], at, settings),
};

const MAVEN = ['--batch-mode', '--quiet'];
const CLASSPATH = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath';

/** What Maven has compiled there, and what that needs. */
async function classpathOf(at: Target, project: string): Promise<string> {
  const file = join(at.folder, 'classpath');
  const words = ['-f', project, CLASSPATH, `-Dmdep.outputFile=${file}`];
  await patiently('mvn', [...MAVEN, ...words], at);
  return (await readFile(file, 'utf8')).trim();
}

const java: Generator = {
  name: `openapi-generator ${OPENAPI_GENERATOR} java (native)`,
  language: 'java',
  tools: ['java', 'javac', 'mvn'],
  generate: withOpenapiGenerator('java', '--library', 'native'),
  compile: async (at) => {
    await patiently('mvn', [...MAVEN, '-f', 'client', '-DskipTests', 'compile'], at);
  },
  async runProgramme(at, settings) {
    const libraries = await classpathOf(at, 'client');
    const classpath = ['client/target/classes', 'programme', libraries].join(':');
    const source = join(PROGRAMMES, 'Programme.java');
    await patiently('javac', ['-cp', classpath, '-d', 'programme', source], at);
    return patiently('java', ['-cp', classpath, 'Programme'], at, settings);
  },
};

const kotlin: Generator = {
  name: `openapi-generator ${OPENAPI_GENERATOR} kotlin`,
  language: 'kotlin',
  tools: ['java', 'mvn'],
  generate: withOpenapiGenerator('kotlin'),
  async compile(at) {
    await takeProgramme('kotlin-pom.xml', join(at.folder, 'pom.xml'));
    await mkdir(join(at.folder, 'programme'));
    await takeProgramme('Programme.kt', join(at.folder, 'programme/Programme.kt'));
    await patiently('mvn', [...MAVEN, 'compile'], at);
  },
  async runProgramme(at, settings) {
    const classpath = `target/classes:${await classpathOf(at, 'pom.xml')}`;
    return patiently('java', ['-cp', classpath, 'ProgrammeKt'], at, settings);
  },
};

const csharp: Generator = {
  name: `openapi-generator ${OPENAPI_GENERATOR} csharp`,
  language: 'csharp',
  tools: ['java', 'mvn'],
  generate: withOpenapiGenerator('csharp'),
};

const STRICT = ['--strict', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'];

function typescript(at: Target, ...words: string[]): Promise<string> {
  const tsc = join(packageOf('typescript'), 'bin/tsc');
  return patiently(process.execPath, [tsc, ...STRICT, ...words], at);
}

const typescriptFetch: Generator = {
  name: `openapi-generator ${OPENAPI_GENERATOR} typescript-fetch`,
  language: 'typescript-fetch',
  tools: ['java', 'mvn'],
  generate: withOpenapiGenerator('typescript-fetch'),
  async compile(at) {
    await takeProgramme('typescript-fetch.ts', join(at.folder, 'programme.ts'));
    await writeFile(join(at.folder, 'package.json'), '{"type":"commonjs"}');
    const modules = ['--module', 'commonjs', '--moduleResolution', 'node10'];
    await typescript(at, ...modules, '--outDir', 'built', 'programme.ts');
  },
  runProgramme: (at, settings) => patiently(process.execPath, ['built/programme.js'], at, settings),
};

const openapiTypescript: Generator = {
  name: 'openapi-typescript 7.13.0',
  language: 'openapi-typescript',
  tools: [],
  async generate(at) {
    const program = join(packageOf('openapi-typescript'), 'bin/cli.js');
    const words = [program, at.document, '--output', 'client.d.ts'];
    await patiently(process.execPath, words, at);
  },
  async compile(at) {
    await takeProgramme('openapi-typescript.ts', join(at.folder, 'programme.ts'));
    await writeFile(join(at.folder, 'package.json'), '{"type":"module"}');
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler'];
    await typescript(at, ...modules, '--noEmit', 'programme.ts');
  },
  runProgramme: (at, settings) =>
    patiently(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'programme.ts'],
      at,
      settings,
    ),
};

const go: Generator = {
  name: `oapi-codegen ${OAPI_CODEGEN}`,
  language: 'go',
  tools: ['go'],
  async generate(at) {
    const program = await goProgram(
      `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${OAPI_CODEGEN}`,
    );
    await mkdir(join(at.folder, 'client'));
    const words = ['-generate', 'types,client', '-package', 'client', '-o', 'client/client.go'];
    await patiently(program, [...words, at.document], at);
  },
  async compile(at) {
    await takeProgramme('main.go', join(at.folder, 'main.go'));
    await patiently('go', ['mod', 'init', 'example.com/programme'], at);
    await patiently('go', ['get', `github.com/oapi-codegen/runtime@v${OAPI_RUNTIME}`], at);
    await patiently('go', ['mod', 'tidy'], at);
    await patiently('go', ['vet', './...'], at);
    await patiently('go', ['build', '-o', 'programme', '.'], at);
  },
  runProgramme: (at, settings) => patiently('./programme', [], at, settings),
};

/** It takes no alternatives of objects, which only the document in 3.0 leaves out. */
const ogen: Generator = {
  name: `ogen ${OGEN}`,
  language: 'ogen',
  tools: ['go'],
  async generate(at) {
    const program = await goProgram(`github.com/ogen-go/ogen/cmd/ogen@v${OGEN}`);
    await patiently(program, ['--target', 'client', '--package', 'client', at.document30], at);
  },
  async compile(at) {
    await patiently('go', ['mod', 'init', 'example.com/programme'], at);
    await patiently('go', ['get', `github.com/ogen-go/ogen@v${OGEN}`], at);
    await patiently('go', ['mod', 'tidy'], at);
    await patiently('go', ['vet', './...'], at);
  },
};

export const GENERATORS: readonly Generator[] = [
  openapiTypescript,
  typescriptFetch,
  python,
  go,
  ogen,
  java,
  kotlin,
  csharp,
];
