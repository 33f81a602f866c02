// Plays an 8-ball break on a server and tells what was pocketed, then many breaks as a stream.
//
//	break HOST:PORT [BREAKS]
//
// carom/v1 is generated out of the protos: proto/README.md, "A client in Go".
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	caromv1 "example/break/carom/v1"
)

const maxMessageBytes = 16 << 20 // As both sides allow.

// playBreak asks for one shot. Tables, settings and what else is left out have their defaults.
func playBreak(ctx context.Context, service caromv1.SimulationServiceClient, speed float64) error {
	strike := &caromv1.CueStrike{
		SpeedMS:      proto.Float64(speed), // Of the cue, not of the ball.
		AzimuthRad:   proto.Float64(0.01),  // A little to the left of the head ball.
		HeightOffset: proto.Float64(0.1),   // A little follow, in ball radii.
	}
	rack := &caromv1.Layout_Rack{Rack: &caromv1.Rack{Name: "eight_ball"}}
	shots := &caromv1.ShotList{Shots: []*caromv1.Shot{{Strike: strike}}}
	answer, err := service.Simulate(ctx, &caromv1.SimulateRequest{
		Layouts: []*caromv1.Layout{{Source: rack}},
		Source:  &caromv1.SimulateRequest_Shots{Shots: shots},
	})
	if err != nil {
		return err
	}
	results := answer.Results
	if len(results.Failures) > 0 { // A shot fails alone; its Field has the path of the wrong field.
		return errors.New(results.Failures[0].Message)
	}
	fmt.Printf("%d events in %.2f s, hash %016x\n", results.EventCounts[0], results.EndTimesS[0],
		results.Hashes[0])
	for i, ball := range results.Outcomes.PocketedBalls {
		fmt.Printf("ball %d drops into pocket %d after %.2f s\n", ball,
			results.Outcomes.PocketedPockets[i], results.Outcomes.PocketedTimesS[i])
	}
	return nil
}

// playBatch asks for breaks that the server draws; their chunks come in any order.
func playBatch(ctx context.Context, service caromv1.SimulationServiceClient, count uint32) error {
	stream, err := service.SimulateBatch(ctx, &caromv1.SimulateBatchRequest{
		Source: &caromv1.SimulateBatchRequest_Generator{Generator: &caromv1.ShotGenerator{
			Source: &caromv1.ShotGenerator_Scene{Scene: "eight_ball_break"}, Seed: 1, ShotCount: count,
		}},
	})
	if err != nil {
		return err
	}
	var played, pocketed uint32
	for {
		chunk, err := stream.Recv()
		if err == io.EOF {
			fmt.Printf("%d breaks pocket %.2f balls each\n", played, float64(pocketed)/float64(played))
			return nil
		}
		if err != nil {
			return err
		}
		played += chunk.Results.ShotCount
		for _, balls := range chunk.Results.Outcomes.PocketedCounts {
			pocketed += balls
		}
	}
}

// explain tells which field is wrong, where one is: programs need not read the message.
func explain(err error) string {
	for _, detail := range status.Convert(err).Details() {
		if field, ok := detail.(*caromv1.FieldError); ok {
			return fmt.Sprintf("%s is %s and must be %s", field.Path, field.Value, field.Must)
		}
	}
	return err.Error()
}

func run(target string, breaks uint32) error {
	connection, err := grpc.Dial(target, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessageBytes)))
	if err != nil {
		return err
	}
	defer connection.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second) // The server keeps to it.
	defer cancel()
	service := caromv1.NewSimulationServiceClient(connection)
	if err := playBreak(ctx, service, 9.0); err != nil {
		return err
	}
	return playBatch(ctx, service, breaks)
}

func main() {
	breaks := uint64(1000)
	var wrong error
	if len(os.Args) == 3 {
		breaks, wrong = strconv.ParseUint(os.Args[2], 10, 32)
	}
	if len(os.Args) < 2 || len(os.Args) > 3 || wrong != nil {
		fmt.Fprintf(os.Stderr, "usage: %s HOST:PORT [BREAKS]\n", os.Args[0])
		os.Exit(2)
	}
	if err := run(os.Args[1], uint32(breaks)); err != nil {
		fmt.Fprintln(os.Stderr, explain(err))
		os.Exit(1)
	}
}
